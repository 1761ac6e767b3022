import { createDelimiters, type Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'

/** Finds the stop sequences of a request in the text of one answer, wherever the text is cut. Holds text that may begin a sequence. */
export interface StopSearch {
  /**
   * Adds a part to `out`, with text that was held before it.
   *
   * @returns The sequence that ends the answer. `out` then has the text before it, and the end of its block.
   */
  push(part: Part, out: Part[]): string | undefined
}

const notes: ReadonlySet<Part['type']> = new Set(['usage', 'warning', 'start', 'markup'])
/** Whether a part changes nothing about the text around it, so that held text does not have to come before it. An item has its place between texts. */
const isBeside = (part: Part): boolean => notes.has(part.type) || (part.type === 'native' && part.item === undefined)

/** @param stops - Not empty. */
export function createStopSearch(stops: readonly string[]): StopSearch {
  const sequences = createDelimiters(stops)
  let held: DeltaPart[] = []
  let text = ''
  /** Only blank text has come behind a thought. Templates write it, so no sequence counts in it. */
  let isSeparator = false
  /** Blocks with the text of a call, which is no answer. */
  const calls = new Set<number>()

  return { push }

  function push(part: Part, out: Part[]): string | undefined {
    if (isCompared(part)) {
      held.push(part)
      text += part.text
      return search(out)
    }
    if (part.type === 'block-start') {
      if (part.channel === 'reasoning') isSeparator = true
      if (part.kind === 'tool-text') calls.add(part.block)
    }
    if (!isBeside(part)) release(text.length, out)
    out.push(part)
    return undefined
  }

  function isCompared(part: Part): part is DeltaPart {
    return part.type === 'delta' && part.channel === 'answer' && part.inserted !== true && !calls.has(part.block)
  }

  function search(out: Part[]): string | undefined {
    for (let from = 0; ; from++) {
      const { found, at, end, index } = sequences.search(text, from, false)
      if (isSeparator && /\S/.test(text.slice(0, found ? end : at))) isSeparator = false
      if (!found) {
        release(at, out)
        return undefined
      }
      if (isSeparator) from = at
      else return stopAt(at, stops[index]!, out)
    }
  }

  function stopAt(at: number, sequence: string, out: Part[]): string {
    const { block, choice } = held[0]!
    release(at, out)
    held = []
    text = ''
    out.push({
      type: 'block-end',
      block,
      channel: 'answer',
      boundary: 'closer',
      terminator: sequence,
      ...(choice !== undefined && { choice }),
    })
    return sequence
  }

  /** Adds the first units of the held text to `out`. */
  function release(units: number, out: Part[]): void {
    let left = units
    let index = 0
    for (; index < held.length && held[index]!.text.length <= left; index++) {
      left -= held[index]!.text.length
      out.push(held[index]!)
    }
    held = held.slice(index)
    text = text.slice(units)
    if (left === 0) return
    const cut = held[0]!
    out.push({ ...cut, text: cut.text.slice(0, left) })
    held[0] = { ...cut, text: cut.text.slice(left) }
  }
}
