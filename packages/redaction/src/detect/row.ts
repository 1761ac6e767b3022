import { characterSet, has } from '../characters.ts'
import { sensitivity } from '../key-names.ts'
import { isSecretOf } from '../values.ts'
import { ahead, ofKind, postpone, type Detected, type SensitiveSpan, type Window } from '../window.ts'

const namesChars = 200
const valuesChars = 1024
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
/** Start of the next row: `), (`. */
const nextRow = /[)\]],\s{0,12}[([]\s{0,2}/y
const statementEnd = characterSet(';')

/**
 * Detects secrets in lists of values by the place of their names in the list before: `(name, password) VALUES ('bob', '…'), ('eve', '…')`, `user, password = "bob", "…"`.
 * The names end at `at`, and the values begin at `from`.
 */
export function detectListed(window: Window, at: number, from: number): Detected {
  const kinds = namesBefore(window.text, at)?.map(sensitivity)
  if (kinds?.some((kind) => kind !== undefined) !== true) return undefined
  const text = ahead(window, from, valuesChars, from === at + 1 ? '\n' : statementEnd)
  value.lastIndex = opening.exec(text)![0].length
  const found: SensitiveSpan[] = []
  for (let i = 0; i < kinds.length; i++) {
    const [kind, begin] = [kinds[i], value.lastIndex]
    const one: RegExpExecArray | null = value.exec(text)
    if (one === null) break
    const said = one[2]
    if (kind !== undefined && said !== undefined && isSecretOf(said, kind, true)) {
      const start = from + begin + one[0].indexOf(said, one[0].indexOf(one[1]!) + 1)
      found.push(ofKind(start, start + said.length, kind))
    }
    if (one[3] !== '') continue
    nextRow.lastIndex = value.lastIndex
    if (i < kinds.length - 1 || !nextRow.test(text)) break
    value.lastIndex = nextRow.lastIndex
    i = -1
  }
  for (const one of found.slice(1)) postpone(window, one)
  return found[0]
}
