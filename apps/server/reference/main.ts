import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { referencePages } from './pages.ts'

// The script `schema` runs this, and formats what it writes.
for (const [name, page] of Object.entries(referencePages())) {
  writeFileSync(fileURLToPath(new URL(`../../../docs/reference/${name}.md`, import.meta.url)), page)
}
