import { noParts, SPEC_VERSION, type Channel, type Part, type Splitter, type TextAdapter } from '@reason/core'

export const open = '<think>'
export const close = '</think>'

/** The smallest splitter that keeps every rule; the tests plant bugs in copies of it. */
export function reference(overrides: Partial<TextAdapter> = {}): TextAdapter {
  return {
    kind: 'text',
    id: 'reference',
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true, boundedHold: true, tags: true },
    signals: [{ text: open }, { text: close, before: 'reasoning' }],
    createSplitter: () => createReferenceSplitter(),
    ...overrides,
  }
}

export function createReferenceSplitter(): Splitter {
  let channel: Channel = 'answer'
  let block = -1
  let isOpen = false
  let held = ''

  return { push, end }

  function push(piece: string): readonly Part[] {
    const text = held + piece
    if (text === '') return noParts
    const parts: Part[] = []
    let from = 0
    for (;;) {
      const tag = channel === 'answer' ? open : close
      const at = text.indexOf(tag, from)
      if (at === -1) {
        const keep = heldLength(text, from, tag)
        emit(parts, text.slice(from, text.length - keep))
        held = text.slice(text.length - keep)
        return parts
      }
      emit(parts, text.slice(from, at))
      from = at + tag.length
      if (channel === 'reasoning') start(parts)
      if (isOpen) parts.push({ type: 'block-end', block, channel, boundary: 'closer', terminator: tag })
      isOpen = false
      parts.push({ type: 'markup', of: 'delimiter', text: tag })
      channel = channel === 'answer' ? 'reasoning' : 'answer'
    }
  }

  function end(): readonly Part[] {
    const parts: Part[] = []
    emit(parts, held)
    held = ''
    if (isOpen) parts.push({ type: 'block-end', block, channel, boundary: 'end-of-stream' })
    isOpen = false
    return parts
  }

  function start(parts: Part[]): void {
    if (isOpen) return
    isOpen = true
    parts.push({ type: 'block-start', block: ++block, channel })
  }

  function emit(parts: Part[], text: string): void {
    if (text === '') return
    start(parts)
    parts.push({ type: 'delta', block, channel, text })
  }
}

/** How much of the end could become the tag, or is the first half of a character. */
function heldLength(text: string, from: number, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length - from); length > 0; length--) {
    if (tag.startsWith(text.slice(text.length - length))) return length
  }
  const last = text.charCodeAt(text.length - 1)
  return text.length > from && last >= 0xd800 && last <= 0xdbff ? 1 : 0
}
