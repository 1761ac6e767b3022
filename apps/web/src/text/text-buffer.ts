import { onNextFrame } from './frames.ts'

/** Text that grows. Listeners are called once per frame and take the new text, so that no work is done per delta. */
export interface TextBuffer {
  append(text: string): void
  /** In UTF-16 units. */
  readonly length: number
  /** All of it. */
  text(): string
  /** What came since, and the place to ask from next time; `''` for nothing. */
  since(place: number): { text: string; place: number }
  /** Told once a frame while text comes. @returns Ends it. */
  watch(told: () => void): () => void
  /** Nothing of it is left, here and with those who watch. */
  forget(): void
  readonly isForgotten: boolean
}

export function createTextBuffer(): TextBuffer {
  let pieces: string[] = []
  let length = 0
  let isForgotten = false
  const watchers = new Set<() => void>()
  const tell = (): void => watchers.forEach((told) => told())

  return {
    append(text) {
      if (isForgotten || text === '') return
      pieces.push(text)
      length += text.length
      if (watchers.size > 0) onNextFrame(tell)
    },
    get length() {
      return length
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
      length = 0
      tell()
    },
    get isForgotten() {
      return isForgotten
    },
  }
}
