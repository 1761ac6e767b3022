import { createDelimiters, type Part, type TextAdapter } from '@reason/core'

/** Detects markup of other formats in answers. */
export interface LeftMarkup {
  see(part: Part): void
  /** Advice about the first delimiter found. Undefined if there is none. */
  advice(): string | undefined
}

/** @param adapters - Adapters whose signals are searched. */
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
      // For a closing tag alone, the prompt contained the opening tag.
      const flags = `--adapter ${found.adapter}${found.before === 'reasoning' ? ' --start reasoning' : ''}`
      return `${found.text.trim()} is in the answer, which was not split there. If it marks a thought, use ${flags}`
    },
  }
}
