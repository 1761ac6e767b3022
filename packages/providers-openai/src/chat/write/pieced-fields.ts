import { isLoose } from '@reason/wire-kit'
import type { FieldPairs } from './choice-body.ts'

/** Fields of a choice and its message that streams send in pieces. A whole body has each in one value. */
const pieced: ReadonlySet<string> = new Set(['annotations', 'audio', 'images', 'logprobs', 'token_ids'])

/** Texts inside `audio` that also come in pieces. */
const texts: ReadonlySet<string> = new Set(['data', 'transcript'])

/** Merges repeated fields: pieces are joined in order, and for any other field the last value wins. Takes linear time in the number of pieces. */
export function joinPieces(fields: FieldPairs): FieldPairs {
  const found = new Map<string, unknown[]>()
  for (const [name, value] of fields) {
    const values = found.get(name)
    if (values !== undefined && pieced.has(name)) values.push(value)
    else found.set(name, [value])
  }
  return Array.from(found, ([name, values]) => [name, values.length === 1 ? values[0] : joined(name, values)])
}

function joined(name: string, values: readonly unknown[]): unknown {
  const said = values.filter((value) => value !== null && value !== undefined)
  if (said.length > 0 && said.every(Array.isArray)) return said.flat(1)
  if (said.length > 0 && said.every(isLoose)) {
    const names = new Set(said.flatMap((value) => Object.keys(value)))
    return Object.fromEntries(
      Array.from(names, (field) => [
        field,
        joined(
          field,
          said.map((value) => value[field]),
        ),
      ]),
    )
  }
  if (texts.has(name) && said.every((value) => typeof value === 'string')) return said.join('')
  return said.at(-1) ?? null
}
