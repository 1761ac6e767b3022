import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commandPages } from './reference-pages.ts'

// The script `reference` runs this, and formats what it writes.
const folder = new URL('../../docs/reference/commands/', import.meta.url)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const [name, page] of Object.entries(commandPages())) writeFileSync(fileURLToPath(new URL(`${name}.md`, folder)), page)
