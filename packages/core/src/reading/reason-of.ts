import { createAccumulator } from '../accumulator.ts'
import type { TextAdapter } from '../adapter.ts'
import type { Part } from '../parts.ts'
import { runPipeline } from '../pipeline/run.ts'
import { iterate, readable } from '../readable.ts'
import { createRegistry, type Registry } from '../registry.ts'
import type { Result } from '../result.ts'
import { split, type TextSource } from '../split.ts'
import type { StreamContext } from '../splitter.ts'
import type { WireFormat } from '../wire.ts'
import { createInterrupt, type Interrupt } from './interruptible.ts'
import { rejoin } from './rejoin.ts'
import { piecesOfEvents, piecesOfResponse, type AnswerEvent } from './pieces.ts'
import { readRecognised } from './read-recognised.ts'

/**
 * Model output in any form that an application has: a text, a stream of text, a `Response` of `fetch`, the stream of a provider's SDK, or its whole
 * answer.
 */
export type ReasonSource = string | TextSource | Response | AsyncIterable<object> | Iterable<object> | object

export interface ReasonOptions {
  /** Adapters for model text and wire formats for provider answers, or a registry that contains them. */
  use: Registry | readonly (TextAdapter | WireFormat)[]
  /** The requested model's name. Default: the name in the answer, if any. */
  model?: string
  /** The provider that serves the model (`groq`, `llamacpp`). Default: the provider that the answer shows. */
  provider?: string
  /** The id of the wire format. Default: the only one in `use`, or the one that recognises the answer. */
  wire?: string
  /** More facts about the answer, such as where its text begins. */
  context?: StreamContext
  /** Index of the generation that `result()` describes, from 0. Default 0. */
  choice?: number
}

/** Parts of an answer as a stream (`for await`), and its result. Either one can be used alone. */
export interface Reading extends AsyncIterable<Part> {
  /**
   * The whole result. Without a loop, reads the answer itself. Beside a loop, waits for the loop's end and covers the parts that the loop read.
   *
   * @throws Errors of reading the source, such as a broken connection. Model output never throws.
   */
  result(): Promise<Result>
}

/**
 * Splits model output into reasoning, commentary and answer.
 *
 * @param source - The output, or a promise of it, as `fetch()` and SDKs return.
 * @throws {TypeError} At the first read, if the source has another type, or if no format in `use` recognises the answer.
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` if `wire` is not in `use`.
 */
export function reasonOf(source: ReasonSource | PromiseLike<ReasonSource>, options: ReasonOptions): Reading {
  const registry = registryOf(options)
  const accumulator = createAccumulator(options.choice === undefined ? {} : { choice: options.choice })
  const parts = read()
  // The reading reports a failed request. Until then, the rejection must not end the process as unhandled.
  if (isPending(source)) source.then(undefined, () => {})
  const interrupt = createInterrupt()
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let isTaken = false
  let failure: { error: unknown } | undefined

  return {
    [Symbol.asyncIterator]: take,
    async result() {
      if (!isTaken) for await (const _ of { [Symbol.asyncIterator]: take });
      await ended
      if (failure !== undefined) throw failure.error
      return accumulator.snapshot()
    },
  }

  function take(): AsyncIterator<Part> {
    if (isTaken) throw new TypeError('This answer is being read already. Call reasonOf() for each loop.')
    isTaken = true
    let hasBegun = false
    return {
      next() {
        hasBegun = true
        return parts.next()
      },
      async return() {
        interrupt.stop()
        // A generator that has not begun does not run its cleanup when it ends.
        if (!hasBegun) {
          end()
          await cancelled()
        }
        return parts.return()
      },
    }
  }

  /** Cancels the source. A pending source, such as the response of `fetch`, is cancelled when it resolves. */
  async function cancelled(): Promise<void> {
    if (isPending(source)) source.then(cancel, () => {})
    else await cancel(source)
  }

  async function* read(): AsyncGenerator<Part, void, void> {
    try {
      const given = isPending(source) ? await interrupt.until(source) : source
      if (interrupt.isStopped()) return await cancelled()
      for await (const part of partsOf(given!, registry, options, interrupt)) {
        accumulator.push(part)
        yield part
      }
    } catch (error) {
      failure = { error }
      // If reading has not begun, the generator cannot cancel the source.
      await cancelled()
      throw error
    } finally {
      end()
    }
  }
}

/** Cancels a source that will not be read. */
async function cancel(source: unknown): Promise<void> {
  const open = isResponse(source) ? source.body : source
  if (typeof open !== 'object' || open === null) return
  try {
    if ('cancel' in open && typeof open.cancel === 'function') await open.cancel()
    else if ('return' in open && typeof open.return === 'function') await open.return()
  } catch {
    // The source is being read, or is over.
  }
}

function registryOf({ use }: Partial<ReasonOptions> = {}): Registry {
  if ('resolve' in Object(use)) return use as Registry
  const registry = createRegistry()
  // Without a list, the registry says what belongs there.
  for (const plugin of [use].flat()) registry.use(plugin as TextAdapter)
  return registry
}

async function* partsOf(
  source: ReasonSource,
  registry: Registry,
  options: ReasonOptions,
  interrupt: Interrupt,
): AsyncGenerator<Part, void, void> {
  if (typeof source === 'string') return yield* splitOf([source], registry, options, true)
  if (isResponse(source)) {
    const body = await piecesOfResponse(source, interrupt, registry.wires.length > 0)
    return yield* body.kind === 'text' ? splitOf(body.text, registry, options) : readOf(body.pieces, registry, options, body.isWhole)
  }
  if (typeof source !== 'object' || source === null) throw new TypeError(`reasonOf() takes the output of a model, not ${String(source)}.`)
  if (!isStream(source)) return yield* readOf(piecesOfEvents([source]), registry, options, () => true)
  const iterator = isHanging(source) ? interrupt.reading<unknown>(source) : iterate(readable<unknown>(source as Iterable<unknown>))
  const first = await iterator.next()
  const rest = rejoin(first, iterator)
  if (first.done === true || typeof first.value === 'string') return yield* splitOf(rest as AsyncIterable<string>, registry, options)
  // A typed array yields numbers.
  if (first.value instanceof Uint8Array || typeof first.value === 'number') {
    await iterator.return?.()
    throw new TypeError('reasonOf() got bytes. Pass the Response, or decode them.')
  }
  yield* readOf(piecesOfEvents(rest), registry, options)
}

/** Splits text, which a server may have split before, or of which a prompt may have had the beginning. */
function splitOf(text: TextSource, registry: Registry, options: ReasonOptions, whole = false): AsyncIterable<Part> {
  const { adapter, context } = registry.resolve({ model: options.model, provider: options.provider })
  return split(text, adapter, { ...context, origin: {}, whole, ...options.context })
}

/** Reads a server's answer, which the server may have split. The first part names the model, which selects the adapter. */
async function* readOf(
  pieces: AsyncIterable<AnswerEvent>,
  registry: Registry,
  options: ReasonOptions,
  isWhole = (): boolean => false,
): AsyncGenerator<Part, void, void> {
  const { parts, provider } = await readRecognised(pieces, registry, options)
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  const named = first.done !== true && first.value.type === 'start' ? first.value.model : undefined
  const { adapter, context } = registry.resolve({ model: options.model ?? named, provider, hints: { wire: true } })
  yield* runPipeline(
    rejoin(first, iterator),
    adapter.id === 'plain' ? {} : { split: { adapter, context: { ...context, origin: {}, whole: isWhole(), ...options.context } } },
  )
}

/** Duck typing, to accept other implementations of `fetch`. */
const isResponse = (source: unknown): source is Response =>
  typeof source === 'object' && source !== null && 'headers' in source && 'body' in source && 'status' in source && 'text' in source

/** Whether a read of the source may take arbitrarily long. */
const isHanging = (source: object): source is AsyncIterable<unknown> | ReadableStream<unknown> =>
  'getReader' in source || Symbol.asyncIterator in source

const isPending = (source: ReasonSource | PromiseLike<ReasonSource>): source is PromiseLike<ReasonSource> =>
  typeof source === 'object' && source !== null && 'then' in source

const isStream = (source: object): boolean => Symbol.iterator in source || isHanging(source)
