import { parseOptions } from '@reason/core'
import * as z from 'zod/mini'
import { keyRecord, type KeyRecord } from './record.ts'

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(z.unknown()) })

/** A file as `write` writes it: before, between and after its keys. Neither texts nor keys contain these. */
const before = '{\n  "version": 1,\n  "keys": [\n    {'
const between = '\n    },\n    {'
const after = '\n    }\n  ]\n}\n'

/** Reads and writes the text of a file of keys, but only its changed keys: it may have 100,000. `read` throws if the text is damaged. `write` returns pieces. */
export function createKeyText(path: string): { read(text: string): KeyRecord[]; write(keys: readonly KeyRecord[]): string[] } {
  /** Keys by their texts, as they were last read. */
  let keys = new Map<string, KeyRecord>()
  const texts = new WeakMap<KeyRecord, string>()

  return {
    read(text) {
      const next = textsOf(text)
      const changed = next && readChanged(next)
      const all = changed ?? readAll(JSON.parse(text))
      // Otherwise the file was edited by hand, and its texts are not its keys.
      keys = new Map(changed?.map((key, at) => [next![at]!, key]))
      for (const [text, key] of keys) texts.set(key, text)
      return all
    },
    write: (all) =>
      all.length === 0 ? [wholeText([])] : [before, ...all.flatMap((key, at) => (at === 0 ? textOf(key) : [between, textOf(key)])), after],
  }

  function textOf(key: KeyRecord): string {
    const text = texts.get(key) ?? wholeText([key]).slice(before.length, -after.length)
    texts.set(key, text)
    return text
  }

  function readAll(json: unknown): KeyRecord[] {
    if (!Object.hasOwn(Object(json) as object, 'keys')) throw new Error('it has no "keys", so it may be another file')
    return parseOptions(fileSchema, json, `keys in ${path}`).keys.map(readKey)
  }

  function readChanged(next: readonly string[]): KeyRecord[] | undefined {
    try {
      return next.map((one, at) => keys.get(one) ?? readKey(JSON.parse(`{${one}}`), at))
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }

  function readKey(key: unknown, at: number): KeyRecord {
    return parseOptions(keyRecord, key, `keys[${at}] in ${path}`)
  }
}

const wholeText = (keys: readonly KeyRecord[]): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`

/** The text of each key, without its braces. Undefined for a file that was written by hand. */
function textsOf(text: string): string[] | undefined {
  return text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length).split(between) : undefined
}
