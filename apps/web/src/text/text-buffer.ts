import { onNextFrame } from './frames.ts'

/** Text that grows. Watchers run once per frame and take the new text, so that no work is done per delta. */
export interface TextBuffer {
  append(text: string): void
  text(): string
  /** Text since a place, and the place for the next call. `''` if there is none. */
  since(place: number): { text: string; place: number }
  /** Calls a watcher once per frame while text arrives. @returns Stops watching. */
  watch(told: () => void): () => void
  /** Drops the text. Watchers must drop theirs as well. */
  forget(): void
  readonly isForgotten: boolean
}

export function createTextBuffer(): TextBuffer {
  let pieces: string[] = []
  let isForgotten = false
  const watchers = new Set<() => void>()
  const tell = (): void => watchers.forEach((told) => told())

  return {
    append(text) {
      if (isForgotten || text === '') return
      pieces.push(text)
      if (watchers.size > 0) onNextFrame(tell)
    },
    text: () => pieces.join(''),
    since: (place) => ({ text: place < pieces.length ? pieces.slice(place).join('') : '', place: pieces.length }),
    watch(told) {
      watchers.add(told)
      return () => watchers.delete(told)
    },
    forget() {
      isForgotten = true
      pieces = []
      tell()
    },
    get isForgotten() {
      return isForgotten
    },
  }
}
