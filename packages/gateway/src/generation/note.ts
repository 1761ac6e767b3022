import type { Part } from '@reason/core'

/** Contents of the gateway's own `reason` field on an event. */
export type Note = Readonly<Record<string, unknown>>

/** Notes for the client, in addition to its answer. */
export interface ClientNotes {
  /** Notes for the last event. Undefined: none. */
  notes(): Note | undefined
  /** News to send at once with this part, about reasoning that the client does not see. Undefined: none. */
  news(part: Part): Note | undefined
}

export const noNotes: ClientNotes = { notes: () => undefined, news: () => undefined }
