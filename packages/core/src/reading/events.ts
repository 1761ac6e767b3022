import type { Part } from '../parts.ts'
import type { ReaderOptions, WireFormat } from '../wire.ts'
import { checkWire } from './check-wire.ts'

/** Events that a provider's SDK yields while streaming, or a list of recorded events. */
export type EventSource<Event> = AsyncIterable<Event> | Iterable<Event>

/** Reads the events of an SDK's stream into parts, ending with `end`. If the consumer stops early, the SDK's stream is cancelled. */
export async function* readEvents<Event>(
  events: EventSource<Event>,
  wire: WireFormat,
  options?: ReaderOptions,
): AsyncGenerator<Part, void, void> {
  checkEvents(events)
  checkWire(wire)
  const reader = wire.createReader(options)
  for await (const event of events) for (const part of reader.push(event)) yield part
  for (const part of reader.end()) yield part
}

/**
 * Yields the events of an SDK's stream unchanged and passes their parts to `onPart`. For applications that keep using the SDK.
 *
 * @param onPart - Gets the parts of an event before the event is yielded. If the consumer stops early or the stream breaks, the parts end like those of
 * a cut stream.
 */
export async function* tapEvents<Event>(
  events: EventSource<Event>,
  wire: WireFormat,
  onPart: (part: Part) => void,
  options?: ReaderOptions,
): AsyncGenerator<Event, void, void> {
  checkEvents(events)
  checkWire(wire)
  if (typeof onPart !== 'function') throw new TypeError('tapEvents() takes a function for the parts, such as accumulator.push.')
  const reader = wire.createReader(options)
  try {
    for await (const event of events) {
      reader.push(event).forEach(onPart)
      yield event
    }
  } finally {
    reader.end().forEach(onPart)
  }
}

/** Rejects the promise of an SDK call, or a whole answer, which an untyped program may pass. */
function checkEvents(events: unknown): void {
  if (Symbol.asyncIterator in Object(events) || Symbol.iterator in Object(events)) return
  const hint =
    'then' in Object(events) ? 'Await it first.' : 'Ask the SDK for a stream; readResponse() of the wire format reads a whole answer.'
  throw new TypeError(`There is ${'then' in Object(events) ? 'a promise' : typeof events} in place of events. ${hint}`)
}
