import type { Part } from '@reason/core'

/** Header words with one bar of their tokens: `Done. |final`. */
const words = ['final', 'analysis', 'commentary', 'assistant']
const all = new RegExp(`^(?:\\|(?:${words.join('|')})\\|?\\s{0,8})+$`, 'i')
const begun = new RegExp(`^(?:\\|(?:${words.join('|')})\\|?\\s{0,8})*(?:\\|([a-z]{0,10}))?$`, 'i')
/** Limit of held text, in UTF-16 units: three such words, with blanks. */
const longest = 64

/**
 * Removes leftover token words from the end of answers, if only such words follow a bar. A table cell has another bar on its line.
 *
 *     The answer is 51. |final|analysis
 *                       ^^^^^^^^^^^^^^^
 */
export function createLeftovers(): (parts: readonly Part[]) => readonly Part[] {
  let held = ''
  let block = 0
  /** A bar is on the current line before the held text. */
  let lineHasBar = false

  return (parts) => parts.flatMap(pass)

  function pass(part: Part): readonly Part[] {
    if (part.type === 'delta' && part.channel === 'answer' && part.inserted !== true) {
      block = part.block
      return read(held + part.text)
    }
    if (part.type === 'markup') return [...release(false), part]
    if (!('channel' in part) || part.channel !== 'answer') return [part]
    if (part.type === 'block-start') lineHasBar = false
    return [...release(true), part]
  }

  function read(text: string): readonly Part[] {
    const at = holdFrom(text)
    held = text.slice(at)
    const shown = text.slice(0, at)
    if (shown === '') return []
    lineHasBar = (lineHasBar && !shown.includes('\n')) || shown.slice(shown.lastIndexOf('\n') + 1).includes('|')
    return [{ type: 'delta', block, channel: 'answer', text: shown }]
  }

  /** Index from which the text may consist of such words only. */
  function holdFrom(text: string): number {
    const from = Math.max(0, text.length - longest)
    for (let at = text.indexOf('|', from); at !== -1; at = text.indexOf('|', at + 1)) {
      const word = begun.exec(text.slice(at))
      if (word !== null && words.some((other) => other.startsWith((word[1] ?? '').toLowerCase()))) return at
    }
    return text.length
  }

  function release(isEnd: boolean): readonly Part[] {
    const text = held
    held = ''
    if (text === '') return []
    return isEnd && all.test(text) && !lineHasBar
      ? [{ type: 'markup', text, of: 'delimiter' }]
      : [{ type: 'delta', block, channel: 'answer', text }]
  }
}
