import { ReasonError } from '../errors.ts'
import type { Part } from '../parts.ts'
import { iterate } from '../readable.ts'
import type { GenerationRequest, Governor, Observer } from './governor.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'

export interface RunOptions extends PipelineOptions {
  /** For the governors' `admit`. Absent: `admit` is not called. */
  request?: GenerationRequest
  /** Limit of the time for which text is held until its format is known, in milliseconds. Default 600. */
  decideAfterMs?: number
}

/**
 * Asks every governor to admit a generation. If one refuses, the governors that already admitted it are closed, which releases their reservations. A
 * caller that does not use `runPipeline` has to call `close` when the generation is over.
 *
 * @throws {ReasonError} `REASON_NOT_ADMITTED`, with the refusal as its `cause`.
 */
export async function admit(governors: readonly Governor[], request: GenerationRequest): Promise<void> {
  const admitted: Governor[] = []
  try {
    for (const governor of governors) {
      const admission = (await governor.admit?.(request)) ?? { admitted: true }
      if (!admission.admitted) {
        throw new ReasonError('REASON_NOT_ADMITTED', `"${governor.id}" refused the generation: ${admission.reason}`, { cause: admission })
      }
      admitted.push(governor)
    }
  } catch (error) {
    await close(admitted)
    throw error
  }
}

/** Closes every governor at the end of the generation, even if one of them throws. */
export async function close(governors: readonly Governor[]): Promise<void> {
  // Most generations have at most one governor with `close`, which needs no `Promise.allSettled`.
  const closable = governors.filter((governor) => governor.close !== undefined)
  if (closable.length <= 1) return closable[0]?.close!()
  const closed = await Promise.allSettled(closable.map(async (governor) => governor.close!()))
  const failed = closed.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Closes every observer. An observer that throws harms neither the others nor the generation. */
export function closeObservers(observers: readonly Observer[]): void {
  for (const observer of observers) {
    try {
      observer.close?.()
    } catch {
      // Ignored, as for `onPart`: the observer only watches, and its generation is over.
    }
  }
}

/**
 * Drives a pipeline from a source of parts, with the clock for held text. A consumer that stops early, a governor and `stopAt` all cancel the source.
 * Neither that consumer nor its observers get the text that is held then.
 *
 * @throws {ReasonError} `REASON_NOT_ADMITTED`, before anything is read.
 */
export async function* runPipeline(
  source: AsyncIterable<Part> | Iterable<Part>,
  options: RunOptions = {},
): AsyncGenerator<Part, void, void> {
  const { request, decideAfterMs = 600, governors = [], observers = [] } = options
  if (request !== undefined) await admit(governors, request)
  const pipeline = createPipeline(options)
  const iterator = iterate(source)
  let heldSince: number | undefined
  try {
    while (!pipeline.isDone()) {
      const next = iterator.next()
      if (pipeline.isUndecided()) {
        heldSince ??= Date.now()
        const late = await isLate(next, heldSince + decideAfterMs - Date.now())
        if (late) yield* pipeline.decide('timeout')
      } else heldSince = undefined
      const { done, value } = await next
      if (done === true) break
      for (const part of pipeline.push(value)) yield part
    }
    // A source of parts ends with `end`. A cut source is ended here, so that a consumer always gets `end`.
    if (!pipeline.isDone()) yield* pipeline.push({ type: 'end' })
  } finally {
    try {
      await iterator.return?.()
    } finally {
      closeObservers(observers)
      if (request !== undefined) await close(governors)
    }
  }
}

async function isLate(next: unknown, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), 'late')
  })
  try {
    return (await Promise.race([next, timeout])) === 'late'
  } finally {
    clearTimeout(timer)
  }
}
