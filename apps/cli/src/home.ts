import { fileURLToPath } from 'node:url'

/** The folder of this package. Sources and published files are both one folder deep in it. */
export const home = fileURLToPath(new URL('..', import.meta.url))
