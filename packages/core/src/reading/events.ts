import type { Part, ReaderOptions, WireFormat } from '../index.ts'

/** What a provider's SDK yields when it streams, or a list of recorded events. */
export type EventSource<Event> = AsyncIterable<Event> | Iterable<Event>

/** The events of an SDK's stream to parts, ending with `end`. A consumer that stops early cancels the SDK's stream. */
export async function* readEvents<Event>(
  events: EventSource<Event>,
  wire: WireFormat,
  options?: ReaderOptions,
): AsyncGenerator<Part, void, void> {
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
