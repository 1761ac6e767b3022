import { readFileSync } from 'node:fs'

// Next to `src`, and next to `dist` in the published package.
const manifest = new URL('../package.json', import.meta.url)

export const version = (): string => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
