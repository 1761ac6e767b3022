import { characterSet, has, isSpace } from '../characters.ts'
import { sensitivity, type Sensitivity } from '../key-names.ts'
import { isSecretOf } from '../values.ts'
import { ahead, ofKind, postpone, type Detected, type SensitiveSpan, type Window } from '../window.ts'

const namesChars = 200
const valuesChars = 1024
const inName = characterSet('A-Za-z0-9_."\'`')
const beforeName = characterSet(' \t\n$@"\'`')
const listed = characterSet('A-Za-z0-9_$@"\'`., \t\n')
const oneName = /(?:^|[\s$@"'`])([A-Za-z_][\w.]{0,40})["'`]?$/
const comma = 44
const mostNames = 12
/** Most whitespace around a name, a bracket or a value, each of which may stand in a line of its own. */
const mostIndent = 12

/** Names of the list that ends before `at`: `(name, password) `, `[user, password] `, `$user, $pass `. Undefined if there is none. */
function namesBefore(text: string, at: number): string[] | undefined {
  let to = at
  const least = at - 2 * mostIndent
  while (isSpace(text.charCodeAt(to - 1)) && to > least) to--
  if (')]'.includes(text[to - 1] ?? '.')) to--
  while (isSpace(text.charCodeAt(to - 1)) && to > least) to--
  // For most signs, the text before the last name decides.
  let last = to
  while (to - last < 44 && has(inName, text.charCodeAt(last - 1))) last--
  const stop = last - 6
  while (last > stop && has(beforeName, text.charCodeAt(last - 1))) last--
  if (text.charCodeAt(last - 1) !== comma) return undefined
  let from = last
  while (from > 0 && at - from < namesChars && has(listed, text.charCodeAt(from - 1))) from--
  const names = text
    .slice(from, to)
    .split(',')
    .map((one) => oneName.exec(one.trimEnd())?.[1])
  return names.length > mostNames || names.includes(undefined) ? undefined : (names as string[])
}

/** A list of values at the start of a text, with its opening bracket. */
const opening = /^\s{0,12}(?:[([]\s{0,12})?/
const value = /\s{0,12}(?:[NnBbEe]?(["'])((?:(?!\1)[^\\\n]){0,160})\1|[\w.+:-]{1,64}(?:\([^()\n]{0,64}\))?)\s{0,12}(,?)/y
/** Start of the next row: `), (`. */
const nextRow = /[)\]],\s{0,12}[([]/y

/**
 * Detects secrets in lists of values by the place of their names in the list before: `(name, password) VALUES ('bob', '…'), ('eve', '…')`, `user, password = "bob", "…"`.
 * The names end at `at`, and the values begin at `from`.
 *
 * @param last - Text that ends the lists.
 */
export function detectListed(window: Window, at: number, from: number, last: '\n' | ';\n'): Detected {
  const kinds = namesBefore(window.text, at)?.map(sensitivity)
  if (kinds?.some((kind) => kind !== undefined) !== true) return undefined
  const text = ahead(window, from, valuesChars, last)
  const found: SensitiveSpan[] = []
  let row: number | undefined = opening.exec(text)![0].length
  while (row !== undefined) row = readRow(text, row, kinds, (start, end, kind) => found.push(ofKind(from + start, from + end, kind)))
  for (const one of found.slice(1)) postpone(window, one)
  return found[0]
}

/** Reads the row of values at `at`. @returns The start of the next row. */
function readRow(
  text: string,
  at: number,
  kinds: readonly (Sensitivity | undefined)[],
  found: (start: number, end: number, kind: Sensitivity) => void,
): number | undefined {
  value.lastIndex = at
  for (const kind of kinds) {
    const begin = value.lastIndex
    const one = value.exec(text)
    if (one === null) return undefined
    const [whole, quote, said, comma] = one
    if (kind !== undefined && said !== undefined && isSecretOf(said, kind, true)) {
      const start = begin + whole.indexOf(said, whole.indexOf(quote!) + 1)
      found(start, start + said.length, kind)
    }
    if (comma !== '') continue
    nextRow.lastIndex = value.lastIndex
    return nextRow.test(text) ? nextRow.lastIndex : undefined
  }
  return undefined
}
