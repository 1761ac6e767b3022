import { iterate } from '../readable.ts'

/** Stops the reading of sources from outside, even while a read hangs. A generator alone would wait for the read first. */
export interface Interrupt {
  /** Resolves with the promise's value, or with undefined if reading is stopped. */
  until<T>(pending: PromiseLike<T>): Promise<T | undefined>
  /** Wraps the source so that it ends when reading is stopped. The source is cancelled then, and whenever its consumer stops early. */
  reading<T>(source: AsyncIterable<T> | ReadableStream<T>): AsyncGenerator<T, void, void>
  /** Stops the reading. */
  stop(): void
  /** Whether reading is stopped. */
  isStopped(): boolean
}

export function createInterrupt(): Interrupt {
  let stopped = false
  /** Resolves the awaited read. One source is read at a time. */
  let wake: ((value: undefined) => void) | undefined
  return { until, reading, stop, isStopped: () => stopped }

  function stop(): void {
    stopped = true
    wake?.(undefined)
  }

  // `Promise.race` would retain each read of a long stream until its end.
  async function until<T>(pending: PromiseLike<T>): Promise<T | undefined> {
    if (stopped) return undefined
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        wake = resolve
        pending.then(resolve, reject)
      })
    } finally {
      wake = undefined
    }
  }

  async function* reading<T>(source: AsyncIterable<T> | ReadableStream<T>): AsyncGenerator<T, void, void> {
    const iterator = 'getReader' in source ? readerOf(source) : iterate(source)
    let isOver = false
    try {
      for (;;) {
        const next = await until(Promise.resolve(iterator.next()))
        if (next === undefined) return
        if (next.done === true) {
          isOver = true
          return
        }
        yield next.value
      }
    } catch (error) {
      isOver = true
      throw error
    } finally {
      const ending = isOver ? undefined : Promise.resolve(iterator.return?.())
      if (stopped) ending?.catch(() => {})
      else await ending
    }
  }
}

/** Reads through a reader, because a stream's own iterator does not end during a read. */
function readerOf<T>(stream: ReadableStream<T>): AsyncIterator<T, void> {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? { done, value: undefined } : { done, value }
    },
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}
