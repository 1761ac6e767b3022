import { createDelimiters, noParts, type Boundary, type Channel, type Part, type Splitter, type StreamContext } from '@reason/core'
import type { DoubleBracketsConfig } from './config.ts'

const OPEN = 0

/**
 *     answer ──[[reason]]──▶ reasoning ──[[/reason]]──▶ answer
 *
 * The other tag of each state means nothing there: an opening tag inside reasoning is text, a closing tag inside the
 * answer is taken out and reported, so that no markup reaches the answer.
 */
export function createDoubleBracketsSplitter({ openTag, closeTag }: DoubleBracketsConfig, context: StreamContext = {}): Splitter {
  const delimiters = createDelimiters([openTag, closeTag])
  let channel: Channel = context.start === 'reasoning' ? 'reasoning' : 'answer'
  let block = -1
  let open = false
  /** The tail of the text that could still become a tag. */
  let held = ''

  return { push: (text) => read(held + text, false), end }

  function read(text: string, final: boolean): readonly Part[] {
    if (text === '') return noParts
    const parts: Part[] = []
    let done = 0
    for (let from = 0; ;) {
      const { found, at, end: after, index } = delimiters.search(text, from, final)
      if (!found) {
        emit(parts, text.slice(done, at))
        held = text.slice(at)
        return parts
      }
      from = after
      if (index === OPEN && channel === 'reasoning') continue
      emit(parts, text.slice(done, at))
      take(parts, index === OPEN ? openTag : closeTag)
      done = after
    }
  }

  function take(parts: Part[], tag: string): void {
    if (tag === openTag) {
      close(parts, 'closer')
      channel = 'reasoning'
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      start(parts)
    } else if (channel === 'reasoning') {
      if (!open) start(parts)
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      close(parts, 'closer', tag)
      channel = 'answer'
    } else {
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      parts.push({ type: 'warning', code: 'orphan-close', message: `"${tag}" came outside of reasoning; it was left out.` })
    }
  }

  function end(): readonly Part[] {
    const parts = [...read(held, true)]
    if (open && channel === 'reasoning') {
      parts.push({ type: 'warning', code: 'unclosed', message: `The stream ended before "${closeTag}".`, block })
    }
    close(parts, 'end-of-stream')
    return parts
  }

  function emit(parts: Part[], text: string): void {
    if (text === '') return
    if (!open) start(parts)
    parts.push({ type: 'delta', block, channel, text })
  }

  function start(parts: Part[]): void {
    open = true
    block++
    parts.push({ type: 'block-start', block, channel })
  }

  function close(parts: Part[], boundary: Boundary, terminator?: string): void {
    if (!open) return
    open = false
    parts.push({ type: 'block-end', block, channel, boundary, ...(terminator !== undefined && { terminator }) })
  }
}
