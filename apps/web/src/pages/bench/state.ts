import { signal } from '@preact/signals'
import type { BenchChoice } from './run/choice.ts'

/** State of the bench, in memory until the page is reloaded. */
export const input = signal('')
export const model = signal('')
/** Empty: detect. `text`, or the name of a wire format. */
export const kind = signal('')
export const choices = signal<readonly BenchChoice[]>([{ adapter: '', family: '', start: '' }])
/** UTF-16 units per chunk. */
export const chunkSize = signal<number>(4)
/** UTF-16 units received so far. Undefined: all. */
export const position = signal<number | undefined>(undefined)

export function setInput(text: string): void {
  input.value = text
  position.value = undefined
}

export const changeChoice = (index: number, change: Partial<BenchChoice>): void => {
  choices.value = choices.value.map((one, at) => (at === index ? { ...one, ...change } : one))
}
