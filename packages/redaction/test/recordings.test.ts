import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/index.ts'

const redactor = createRedactor({ key: 'a key of the tests' })

/** What is found in recorded answers although it is none: at most one in a million bytes. Each with its reason; none so far. */
const accepted: readonly string[] = []

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.md$|^index\.jsonl$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Every string of a recorded event or body: what a reader of the wire sees, without its escapes. */
function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* strings(inner)
}

function* events(text: string): Generator<unknown> {
  for (const line of [text, ...text.split('\n').map((one) => one.replace(/^data: ?/, ''))]) {
    try {
      yield JSON.parse(line)
    } catch {
      // Not this one: a recording is one value, or one in each line.
    }
  }
}

const hits = (text: string): string[] => {
  const found = redactor.redact(text)
  return found.redactions.map(
    ({ type, rule, start, end }) => `${type} ${rule ?? ''} ${found.text.slice(Math.max(0, start - 60), end + 20)}`,
  )
}

describe.skipIf(shared === undefined)(`recorded answers hold no secrets (${sharedMissing})`, () => {
  const recorded = shared === undefined ? [] : [...files(sharedPath('captures')), ...files(sharedPath('llama-server', 'captures'))]

  test('as they are on the wire', () => {
    let bytes = 0
    const found = recorded.flatMap((file) => {
      const text = readFileSync(file, 'latin1')
      bytes += text.length
      return hits(text).map((hit) => `${file}: ${hit}`)
    })
    console.log(`false hits: ${found.length} in ${(bytes / 1e6).toFixed(1)} MB of recordings, as they are`)
    expect(bytes).toBeGreaterThan(3_000_000)
    expect(found).toEqual(accepted)
  })

  test('read and joined', () => {
    let chars = 0
    const found = recorded.flatMap((file) => {
      const all = [...events(readFileSync(file, 'utf8'))].flatMap((event) => [...strings(event)])
      // One by one, and as the deltas that they often are.
      const texts = [all.join('\n'), all.join('')]
      chars += all.join('').length
      return texts.flatMap(hits).map((hit) => `${file}: ${hit}`)
    })
    console.log(`false hits: ${found.length} in ${((chars * 2) / 1e6).toFixed(1)} M characters of recordings, read`)
    expect(found).toEqual(accepted)
  })
})
