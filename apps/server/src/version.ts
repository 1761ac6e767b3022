import { readFileSync } from 'node:fs'

// Beside `src` and, in what is published, beside `dist`.
const manifest = new URL('../package.json', import.meta.url)

/** Of this package. */
export const version = (): string => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
