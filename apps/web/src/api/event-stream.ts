import { createFrameReader } from './frame-reader.ts'
import { noAnswer } from './api-call-error.ts'
import { request, type RequestOptions } from './request.ts'

export interface StreamedEvent {
  /** Value of the field `event`. Empty if there is none. */
  event: string
  data: string
}

/**
 * Reads server-sent events as they arrive, until the stream ends or `signal` aborts it. Unlike EventSource, it sends bodies and headers, and does not
 * reconnect.
 *
 * @throws {ApiCallError} for an error response, and for a stream that breaks
 */
export async function* streamEvents(path: string, options: RequestOptions = {}): AsyncGenerator<StreamedEvent[]> {
  const response = await request(path, { ...options, headers: { accept: 'text/event-stream', ...options.headers } })
  const body = response.body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>).getReader()
  if (body === undefined) return
  const frames = createFrameReader()
  try {
    for (;;) {
      const { done, value } = await body.read().catch((error: unknown) => {
        if (options.signal?.aborted) throw error
        throw noAnswer(error)
      })
      if (done) return
      const events = frames.push(value)
      if (events.length > 0) yield events
    }
  } finally {
    void body.cancel().catch(() => undefined)
  }
}
