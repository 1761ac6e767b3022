import { createDelimiters, type Part, type TextAdapter } from '@reason/core'

/** Looks for the markup of a format in answers that nobody splits, as the model is not known. */
export interface LeftMarkup {
  see(part: Part): void
  /** The first delimiter that stood there, and the adapter that would have split it. */
  readonly found: { text: string; adapter: string } | undefined
}

/** @param adapters - By whose signals markup is known. */
export function createLeftMarkup(adapters: readonly TextAdapter[]): LeftMarkup {
  const signals = adapters.flatMap(({ id, signals = [] }) => signals.map(({ text }) => ({ text, adapter: id })))
  const delimiters = createDelimiters(signals.map(({ text }) => text))
  let found: LeftMarkup['found']
  let held = ''

  return {
    get found() {
      return found
    },
    see(part) {
      if (found !== undefined || part.type !== 'delta' || part.channel !== 'answer') return
      const text = held + part.text
      const match = delimiters.search(text, 0, false)
      if (match.found) found = signals[match.index]
      else held = text.slice(match.at)
    },
  }
}
