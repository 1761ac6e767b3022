import type { Renderer } from './renderer.ts'

/** Every part as it comes, as a line of JSON. */
export const createPartsRenderer = (): Renderer => ({ push: (part) => `${JSON.stringify(part)}\n`, end: () => '' })
