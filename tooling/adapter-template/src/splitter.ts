import { createDelimiters, noParts, type Part, type Splitter, type StreamContext } from '@reason/core'
import type { Boundary, Channel } from '@reason/core/parts'
import type { DoubleBracketsConfig } from './config.ts'

const OPEN = 0
/** Maximum length of the waiting text, in UTF-16 units. */
const maxWaitingChars = 65_536

/**
 *     answer ──[[reason]]──▶ reasoning ──[[/reason]]──▶ answer
 *
 *     unknown: text waits ──[[reason]], or the end──▶ it was the answer
 *                        └──[[/reason]], or too long─▶ it was reasoning
 *
 * An opening tag inside reasoning is text. A closing tag inside the answer is removed and reported, so that no markup
 * reaches the answer.
 */
export function createDoubleBracketsSplitter({ openTag, closeTag }: DoubleBracketsConfig, context: StreamContext = {}): Splitter {
  const delimiters = createDelimiters([openTag, closeTag])
  let channel: Channel | 'unknown' = startOf(context)
  let block = -1
  let open = false
  /** The tail of the text that could still become a tag. */
  let held = ''
  let waiting: string[] = []
  let waitingChars = 0

  return { push: (text) => read(held + text, false), end }

  /** The channel of the beginning. Unclear text waits if the client may see no reasoning and gets the whole answer at once. */
  function startOf({ start, prefill = '', guarded, whole }: StreamContext): Channel | 'unknown' {
    const isOpened = prefill.lastIndexOf(openTag) > prefill.lastIndexOf(closeTag)
    if (start === 'reasoning' || (start === undefined && isOpened)) return 'reasoning'
    return start === 'unknown' || (guarded === true && whole === true) ? 'unknown' : 'answer'
  }

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
      settle(parts, index === OPEN ? 'answer' : 'reasoning')
      take(parts, index === OPEN ? openTag : closeTag)
      done = after
    }
  }

  /** Assigns the waiting text to a channel. */
  function settle(parts: Part[], known: Channel): void {
    if (channel !== 'unknown') return
    channel = known
    const text = waiting.join('')
    waiting = []
    emit(parts, text)
  }

  function take(parts: Part[], tag: string): void {
    if (tag === openTag) {
      close(parts, 'closer')
      channel = 'reasoning'
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      start(parts)
    } else if (channel === 'reasoning') {
      start(parts)
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
    settle(parts, 'answer')
    if (open && channel === 'reasoning') {
      parts.push({ type: 'warning', code: 'unclosed', message: `The stream ended before "${closeTag}".`, block })
    }
    close(parts, 'end-of-stream')
    return parts
  }

  function emit(parts: Part[], text: string): void {
    if (text === '') return
    if (channel === 'unknown') return wait(parts, text)
    start(parts)
    parts.push({ type: 'delta', block, channel, text })
  }

  function wait(parts: Part[], text: string): void {
    waiting.push(text)
    waitingChars += text.length
    if (waitingChars <= maxWaitingChars) return
    parts.push({ type: 'warning', code: 'hold-limit', message: `More than ${maxWaitingChars} characters waited; they became reasoning.` })
    settle(parts, 'reasoning')
  }

  function start(parts: Part[]): void {
    if (open || channel === 'unknown') return
    open = true
    block++
    parts.push({ type: 'block-start', block, channel })
  }

  function close(parts: Part[], boundary: Boundary, terminator?: string): void {
    if (!open || channel === 'unknown') return
    open = false
    parts.push({ type: 'block-end', block, channel, boundary, ...(terminator !== undefined && { terminator }) })
  }
}
