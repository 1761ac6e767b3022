import type { BodyBytes } from '@reason/gateway/upstreams'

/** Whether the body is split into pieces because of its size. Handling all of it in one step would delay other requests. */
export const isInPieces = (body: BodyBytes | null): body is readonly Buffer[] => Array.isArray(body)

/** Length in bytes. */
export const lengthOf = (body: BodyBytes): number => (isInPieces(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : body.length)
