import { fileURLToPath } from 'node:url'

/** The folder of this package, from the sources and from what is published alike: both stand one folder deep in it. */
export const home = fileURLToPath(new URL('..', import.meta.url))
