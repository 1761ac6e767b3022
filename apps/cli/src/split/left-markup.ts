import { createDelimiters, type Part, type TextAdapter } from '@reason/core'

/** Looks in answers for the markup of formats that they were not split by. */
export interface LeftMarkup {
  see(part: Part): void
  /** What to tell of the first delimiter that stood there. Undefined: none did. */
  advice(): string | undefined
}

/** @param adapters - By whose signals markup is known. */
export function createLeftMarkup(adapters: readonly TextAdapter[]): LeftMarkup {
  const signals = adapters.flatMap(({ id, signals = [] }) => signals.map((signal) => ({ ...signal, adapter: id })))
  const delimiters = createDelimiters(signals.map(({ text }) => text))
  let found: (typeof signals)[number] | undefined
  let held = ''

  return {
    see(part) {
      if (found !== undefined || part.type !== 'delta' || part.channel !== 'answer') return
      const text = held + part.text
      const match = delimiters.search(text, 0, false)
      if (match.found) found = signals[match.index]
      else held = text.slice(match.at)
    },
    advice() {
      if (found === undefined) return undefined
      // A closing tag alone: the prompt had opened the thought.
      const flags = `--adapter ${found.adapter}${found.before === 'reasoning' ? ' --start reasoning' : ''}`
      return `${found.text.trim()} is in the answer, which was not split there. If it marks a thought, use ${flags}`
    },
  }
}
