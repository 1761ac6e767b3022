import type { Body } from '@reason/gateway/upstreams'

/** What is so large that all of it in one step would hold up others. */
export const isInPieces = (body: Body | null): body is readonly Buffer[] => Array.isArray(body)

/** In bytes. */
export const lengthOf = (body: Body): number => (isInPieces(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : body.length)
