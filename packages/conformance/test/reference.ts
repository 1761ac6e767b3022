import { noParts, SPEC_VERSION, type Part, type Splitter, type StreamContext, type TextAdapter } from '@reason/core'
import type { Channel } from '@reason/core/parts'

export const open = '<think>'
export const close = '</think>'

/** The smallest splitter that keeps every rule. Tests plant bugs in copies of it. */
export function reference(overrides: Partial<TextAdapter> = {}): TextAdapter {
  return {
    kind: 'text',
    id: 'reference',
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true, boundedHold: true, tags: true },
    signals: [{ text: open }, { text: close, before: 'reasoning' }],
    createSplitter: (context) => createReferenceSplitter(context),
    ...overrides,
  }
}

export function createReferenceSplitter(context: StreamContext = {}): Splitter {
  let channel: Channel | 'unknown' = startOf(context)
  let block = -1
  let isOpen = false
  let held = ''
  /** Text whose channel is not yet known. */
  let waiting: string[] = []

  return { push, end }

  function push(piece: string): readonly Part[] {
    const text = held + piece
    if (text === '') return noParts
    const parts: Part[] = []
    let from = 0
    for (;;) {
      const tag = nextTag(text, from)
      const at = tag === undefined ? -1 : text.indexOf(tag, from)
      if (tag === undefined || at === -1) {
        const keep = Math.max(...tags().map((one) => heldLength(text, from, one)))
        emit(parts, text.slice(from, text.length - keep))
        held = text.slice(text.length - keep)
        return parts
      }
      emit(parts, text.slice(from, at))
      settle(parts, tag === close ? 'reasoning' : 'answer')
      from = at + tag.length
      if (channel === 'reasoning') start(parts)
      if (isOpen) parts.push({ type: 'block-end', block, channel: channel as Channel, boundary: 'closer', terminator: tag })
      isOpen = false
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      channel = channel === 'answer' ? 'reasoning' : 'answer'
    }
  }

  function tags(): readonly string[] {
    return channel === 'unknown' ? [open, close] : [channel === 'answer' ? open : close]
  }

  function nextTag(text: string, from: number): string | undefined {
    const found = tags().filter((tag) => text.includes(tag, from))
    return found.sort((a, b) => text.indexOf(a, from) - text.indexOf(b, from))[0]
  }

  function end(): readonly Part[] {
    const parts: Part[] = []
    emit(parts, held)
    held = ''
    settle(parts, 'answer')
    if (isOpen) parts.push({ type: 'block-end', block, channel: channel as Channel, boundary: 'end-of-stream' })
    isOpen = false
    return parts
  }

  function settle(parts: Part[], as: Channel): void {
    if (channel !== 'unknown') return
    channel = as
    emit(parts, waiting.splice(0).join(''))
  }

  function start(parts: Part[]): void {
    if (isOpen) return
    isOpen = true
    parts.push({ type: 'block-start', block: ++block, channel: channel as Channel })
  }

  function emit(parts: Part[], text: string): void {
    if (text === '') return
    if (channel === 'unknown') {
      waiting.push(text)
      return
    }
    start(parts)
    parts.push({ type: 'delta', block, channel, text })
  }
}

function startOf({ start, prefill = '', guarded, whole }: StreamContext): Channel | 'unknown' {
  if (start === 'reasoning' || (start === undefined && prefill.lastIndexOf(open) > prefill.lastIndexOf(close))) return 'reasoning'
  return start === 'unknown' || (guarded === true && whole === true) ? 'unknown' : 'answer'
}

/** Length of the end of the text that could become the tag, or is the first half of a surrogate pair. */
function heldLength(text: string, from: number, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length - from); length > 0; length--) {
    if (tag.startsWith(text.slice(text.length - length))) return length
  }
  const last = text.charCodeAt(text.length - 1)
  return text.length > from && last >= 0xd800 && last <= 0xdbff ? 1 : 0
}
