import type { Renderer } from './renderer.ts'

/** Prints each part as a line of JSON. */
export const createPartsRenderer = (): Renderer => ({ push: (part) => `${JSON.stringify(part)}\n`, end: () => '' })
