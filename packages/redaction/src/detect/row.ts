import { characterSet, has } from '../characters.ts'
import { sensitivity } from '../key-names.ts'
import { isSecretOf } from '../values.ts'
import { ahead, ofKind, type Detected, type Window } from '../window.ts'

const namesChars = 200
const valuesChars = 320
const inName = characterSet('A-Za-z0-9_."\'`')
const beforeName = characterSet(' \t$@"\'`')
const listed = characterSet('A-Za-z0-9_$@"\'`., \t')
const oneName = /(?:^|[\s$@"'`])([A-Za-z_][\w.]{0,40})["'`]?$/
const [space, comma] = [32, 44]
const mostNames = 12

/** Names of the list that ends before `at`: `(name, password) `, `[user, password] `, `$user, $pass `. Undefined if there is none. */
function namesBefore(text: string, at: number): string[] | undefined {
  let to = at
  while (text.charCodeAt(to - 1) === space && at - to < 3) to--
  if (')]'.includes(text[to - 1] ?? '.')) to--
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
const opening = /^\s{0,4}(?:[([]\s{0,2})?/
const value = /\s{0,4}(?:[NnBbEe]?(["'])((?:(?!\1)[^\\\n]){0,160})\1|[\w.+:-]{1,64}(?:\([^()\n]{0,64}\))?)\s{0,4}(,?)/y

/**
 * Detects a secret in a list of values by the place of its name in the list before: `(name, password) VALUES ('bob', '…')`, `user, password = "bob", "…"`. The
 * names end at `at`, and the values begin at `from`.
 */
export function detectListed(window: Window, at: number, from: number): Detected {
  const kinds = namesBefore(window.text, at)?.map(sensitivity)
  if (kinds === undefined) return undefined
  if (kinds.every((kind) => kind === undefined)) return undefined
  const text = ahead(window, from, valuesChars, '\n')
  if (window.short) return undefined
  value.lastIndex = opening.exec(text)![0].length
  for (const kind of kinds) {
    const begin = value.lastIndex
    const found: RegExpExecArray | null = value.exec(text)
    if (found === null) return undefined
    const said = found[2]
    if (kind !== undefined && said !== undefined && isSecretOf(said, kind, true)) {
      const start = from + begin + found[0].indexOf(said, found[0].indexOf(found[1]!) + 1)
      return ofKind(start, start + said.length, kind)
    }
    if (found[3] === '') return undefined
  }
  return undefined
}
