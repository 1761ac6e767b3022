import { signal } from '@preact/signals'
import type { Choice } from './run/choice.ts'

/** What is on the bench: in memory, until the page is left or loaded again. */
export const input = signal('')
export const model = signal('')
/** Empty: what it looks like. `text`, or the name of a wire format. */
export const kind = signal('')
export const choices = signal<readonly Choice[]>([{ adapter: '', family: '', start: '' }])
/** Units of the text that come at a time; undefined: all at once. */
export const chunkSize = signal<number>(4)
/** How much of the text has come; undefined: all. */
export const position = signal<number | undefined>(undefined)

export function setInput(text: string): void {
  input.value = text
  position.value = undefined
}

export const changeChoice = (index: number, change: Partial<Choice>): void => {
  choices.value = choices.value.map((one, at) => (at === index ? { ...one, ...change } : one))
}
