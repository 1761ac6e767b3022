import { parseOptions } from '@reason/core'
import * as z from 'zod/mini'
import { keyRecord, type KeyRecord } from './record.ts'

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(z.unknown()) })

/** A file as `writeKeys` writes it: before, between and after its keys. Neither texts nor keys contain these. */
const before = '{\n  "version": 1,\n  "keys": [\n    {'
const between = '\n    },\n    {'
const after = '\n    }\n  ]\n}\n'

export const writeKeys = (keys: readonly KeyRecord[]): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`

/**
 * Creates a reader that reads only the changed keys of a file again. A file may have 100,000 keys, and requests wait for a changed file, as
 * it may revoke one.
 *
 * @returns The reader, which throws a SyntaxError, a ReasonError that names the first damaged key only, or an error for another file.
 */
export function createKeyReader(path: string): (text: string) => KeyRecord[] {
  let texts: readonly string[] | undefined
  let keys: readonly KeyRecord[] = []

  return (text) => {
    const next = textsOf(text)
    keys = (next && readChanged(next)) ?? readAll(JSON.parse(text))
    // Otherwise the file was edited by hand, and its texts are not its keys.
    texts = next?.length === keys.length ? next : undefined
    return [...keys]
  }

  function readAll(json: unknown): KeyRecord[] {
    if (!Object.hasOwn(Object(json) as object, 'keys')) throw new Error('it has no "keys", so it may be another file')
    return parseOptions(fileSchema, json, `keys in ${path}`).keys.map(readKey)
  }

  function readChanged(next: readonly string[]): KeyRecord[] | undefined {
    const added = next.length - (texts?.length ?? 0)
    try {
      return texts && next.map((one, at) => known(one, at) ?? known(one, at - added) ?? readKey(JSON.parse(`{${one}}`), at))
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }

  function known(text: string, at: number): KeyRecord | undefined {
    return texts![at] === text ? keys[at] : undefined
  }

  function readKey(key: unknown, at: number): KeyRecord {
    return parseOptions(keyRecord, key, `keys[${at}] in ${path}`)
  }
}

/** The text of each key, without its braces. Undefined for a file that was written by hand. */
function textsOf(text: string): string[] | undefined {
  return text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length).split(between) : undefined
}
