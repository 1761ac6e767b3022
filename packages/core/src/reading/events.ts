import type { Part } from '../parts.ts'
import type { ReaderOptions, WireFormat } from '../wire.ts'
import { checkWire } from './check-wire.ts'

/** What a provider's SDK yields when it streams, or a list of recorded events. */
export type EventSource<Event> = AsyncIterable<Event> | Iterable<Event>

/** The events of an SDK's stream to parts, ending with `end`. A consumer that stops early cancels the SDK's stream. */
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
 * The events of an SDK's stream, untouched, while their parts go to `onPart`: for an application that goes on using the SDK and
 * wants to know what it says.
 *
 * @param onPart - Gets the parts of an event before the event is yielded. Where the consumer stops early, or the stream breaks, the
 *   parts end as those of a cut stream do.
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

/** A program without types may pass the call of an SDK, which is a promise of them, or a whole answer. */
function checkEvents(events: unknown): void {
  if (Symbol.asyncIterator in Object(events) || Symbol.iterator in Object(events)) return
  const hint =
    'then' in Object(events) ? 'Await it first.' : 'Ask the SDK for a stream; readResponse() of the wire format reads a whole answer.'
  throw new TypeError(`There is ${'then' in Object(events) ? 'a promise' : typeof events} in place of events. ${hint}`)
}
