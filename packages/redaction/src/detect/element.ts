import { characterSet, except, isSpace } from '../characters.ts'
import { sensitivity } from '../key-names.ts'
import { isGiven, isSecretValue } from '../values.ts'
import { ahead, before, codeAt, contextChars, ofKind, reached, type Detected, type Window } from '../window.ts'
import { detectUnder, personal } from './table.ts'

const maxTagChars = 120
const maxValueChars = 512
const less = 60
/** Line ends around a value, as in calls of tools, or the start of a CDATA section. */
const lead = /^(?:<!\[CDATA\[|(?:\s|\\n){0,8})/
const notOfLead = except(characterSet(' \t\r\n\\<!CDATn['))
const tagStart = characterSet('<')
const tail = /^(?:\s|\\n){0,8}</
const edgeChars = 24
const tagName = /^(?:[\w-]{1,20}:|[|｜]\w{1,8}[|｜]|parameter=)?([\w.-]{1,64})(?=\s|$)/
const attribute = /\b(?:key|name)=\\{0,3}["']([\w.:-]{1,64})\\{0,3}["']/i

/** A private part of an RSA key in XML, after another part. */
const partOfKey = /<\/(?:Exponent|P|Q|DP|DQ|InverseQ)>\s{0,8}<(?:D|P|Q|DP|DQ|InverseQ)$/

/** Headings of an HTML table, by column. */
export type Headings = Map<number, string>

/**
 * Detects a secret in an XML element: `<password>…</password>`, `<entry key="api.secret">…</entry>`, or in a cell of a table. The end of the opening tag is at
 * `at`.
 */
export function detectElement(window: Window, at: number, headings: Headings, look: (text: string, from: number) => Detected): Detected {
  const { text } = window
  let open = at - 1
  const least = Math.max(0, at - maxTagChars)
  while (open > least && text.charCodeAt(open) !== less && text.charCodeAt(open) !== 62) open--
  if (text.charCodeAt(open) !== less) return undefined
  const tag = text.slice(open + 1, at)
  const own = tagName.exec(tag)?.[1]
  if (own === undefined) return undefined
  const inner = text.slice(Math.max(0, open - 100), open)
  const named =
    attribute.exec(tag)?.[1] ??
    (/^(?:(?:arg_)?value|string|td|dd|span|code|b|strong|em|i|u|kbd|samp|tt|mark)$/.test(own) ? outer(inner) : undefined)
  const column = own === 'th' || own === 'td' ? columnOf(before(window, at, maxRowChars), own) : -1
  if (own === 'th' && column !== -1) {
    if (column === 0) headings.clear()
    const title = ahead(window, at + 1, maxTitleChars, titleEnd)
    if (!window.short) headings.set(column, title.slice(0, -1))
  }
  const heading = headings.get(own === 'td' ? column : -1)
  const name = named ?? (partOfKey.test(text.slice(Math.max(0, open - 24), at)) ? 'private_key' : own)
  const kind = sensitivity(name) ?? (heading === undefined ? undefined : sensitivity(heading))
  if (kind === undefined) {
    const title = [named, heading].find((one) => one !== undefined && personal.test(one))
    const cell = title === undefined ? '' : ahead(window, at + 1, maxCellChars, titleEnd)
    return title !== undefined && cell.endsWith('<') ? detectUnder(title, cell.slice(0, -1), at + 1, look) : undefined
  }
  const from = at + 1 + lead.exec(ahead(window, at + 1, edgeChars, notOfLead))![0].length
  const limit = from + maxValueChars
  const stop = Math.min(limit, window.end)
  let to = from
  const ender = text[from - 1] === '[' ? ']"\\' : '<"\\'
  while (to < stop && !ender.includes(text[to]!) && !isSpace(text.charCodeAt(to))) to++
  const value = text.slice(from, reached(window, to, limit))
  if (
    (codeAt(window, to) !== ender.charCodeAt(0) && !tail.test(ahead(window, to, edgeChars, tagStart))) ||
    !isSecretValue(value, kind, { quoted: true, tight: false })
  )
    return undefined
  // A label in a user interface may have the name of the field beside it.
  if ((named !== undefined || column !== -1) && !/^(?:arg_value|parameter)$/.test(own) && kind === 'password' && !isGiven(value))
    return undefined
  return ofKind(from, to, kind)
}

const [maxRowChars, maxTitleChars, maxCellChars] = [contextChars, 40, 64]
const titleEnd = characterSet('<\n')

/** Position of a cell in its row. -1 if the start of the row is too far away. @param left - Text up to the end of its tag. */
function columnOf(left: string, cell: string): number {
  const row = left.lastIndexOf('<tr')
  return row === -1 ? -1 : left.slice(row).split(`<${cell}`).length - 2
}

/** Name in an element before or around the value: `<key>APIKey</key> <string>…`, `<property name="password"><value>…`. */
const outer = (text: string): string | undefined =>
  /<(?:arg_)?key>([\w .-]{1,64})<\/(?:arg_)?key>[\s\\nrt]{0,16}$/.exec(text)?.[1] ??
  /<(?:td|th|dt|b|strong|label|span)>([\w .-]{1,32}):?<\/\w{1,8}>:?[\s\\nrt]{0,16}$/.exec(text)?.[1] ??
  /<\w{1,20} name=\\{0,3}["']([\w.:-]{1,64})\\{0,3}["'][^<>]{0,40}>[\s\\nrt]{0,16}$/.exec(text)?.[1]
