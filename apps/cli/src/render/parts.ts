import type { PartRenderer } from './renderer.ts'

/** Prints each part as a line of JSON. */
export const createPartsRenderer = (): PartRenderer => ({ push: (part) => `${JSON.stringify(part)}\n`, end: () => '' })
