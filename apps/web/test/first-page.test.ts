import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const mostBytes = 80_000

/** Files that a browser loads for the playground: the page, the files that it names, their static imports, and the page that opens by itself. */
function firstFiles(): Set<string> {
  const found = new Set(['index.html'])
  // New files are appended during the iteration.
  for (const file of found) {
    const text = readFileSync(dist + file, 'utf8')
    for (const [, name] of text.matchAll(
      file === 'index.html' ? /(?:src|href)="\.\/([^"]+)"/g : /(?:from|import)\s*["`]\.\/([\w-]+\.js)["`]/g,
    )) {
      found.add(file === 'index.html' ? name! : `assets/${name!}`)
    }
    for (const [name] of text.matchAll(/playground-page-[\w-]+\.(?:js|css)/g)) found.add(`assets/${name}`)
  }
  return found
}

const both = (name: string): string[] => [`assets/${name}.js`, `assets/${name}.css`]

describe('the first page', () => {
  const files = [...firstFiles()]

  test('is complete: frame and playground, scripts and looks', () => {
    const kinds = files.map((file) => file.replace(/-[\w-]{8}\./, '.'))
    expect(kinds).toEqual(expect.arrayContaining(['index.html', ...both('index'), ...both('playground-page')]))
  })

  test('weighs at most 80 kB, packed', () => {
    const bytes = files.map((file) => gzipSync(readFileSync(dist + file)).length).reduce((sum, size) => sum + size, 0)
    expect(bytes, files.join(', ')).toBeLessThanOrEqual(mostBytes)
    // A build of nothing would weigh less still.
    expect(bytes).toBeGreaterThan(20_000)
  })
})
