import { parseOptions } from '@reason/core'
import * as z from 'zod/mini'
import { keyRecord, type KeyRecord } from './record.ts'

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(z.unknown()) })

/** A file as `write` writes it: before, between and after its keys. Neither texts nor keys contain these. */
const before = '{\n  "version": 1,\n  "keys": [\n    {'
const between = '\n    },\n    {'
const after = '\n    }\n  ]\n}\n'

export interface KeyText {
  /** @throws a SyntaxError, a ReasonError that names the first damaged key only, or an error for another file */
  read(text: string): KeyRecord[]
  write(keys: readonly KeyRecord[]): string
}

/** Reads and writes the file of keys, but only its changed keys. A file may have 100,000, and requests wait meanwhile. */
export function createKeyText(path: string): KeyText {
  let keys: readonly KeyRecord[] = []
  let texts = new Map<KeyRecord, string>()

  return {
    read(text) {
      const next = textsOf(text)
      const changed = next && readChanged(next)
      keys = changed ?? readAll(JSON.parse(text))
      // Otherwise the file was edited by hand, and its texts are not its keys.
      texts = new Map(changed?.map((key, at) => [key, next![at]!]))
      return [...keys]
    },
    write: (all) => (all.length === 0 ? wholeText([]) : before + all.map((key) => texts.get(key) ?? textOf(key)).join(between) + after),
  }

  function readAll(json: unknown): KeyRecord[] {
    if (!Object.hasOwn(Object(json) as object, 'keys')) throw new Error('it has no "keys", so it may be another file')
    return parseOptions(fileSchema, json, `keys in ${path}`).keys.map(readKey)
  }

  function readChanged(next: readonly string[]): KeyRecord[] | undefined {
    const added = next.length - keys.length
    try {
      return next.map((one, at) => known(one, at) ?? known(one, at - added) ?? readKey(JSON.parse(`{${one}}`), at))
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }

  function known(text: string, at: number): KeyRecord | undefined {
    const key = keys[at]
    return key && texts.get(key) === text ? key : undefined
  }

  function readKey(key: unknown, at: number): KeyRecord {
    return parseOptions(keyRecord, key, `keys[${at}] in ${path}`)
  }
}

const wholeText = (keys: readonly KeyRecord[]): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`

const textOf = (key: KeyRecord): string => wholeText([key]).slice(before.length, -after.length)

/** The text of each key, without its braces. Undefined for a file that was written by hand. */
function textsOf(text: string): string[] | undefined {
  return text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length).split(between) : undefined
}
