import { isSpace } from '../characters.ts'
import { sensitivity } from '../key-names.ts'
import { isPasswordLike, isSecretValue } from '../values.ts'
import { begins, codeAt, ofKind, reached, type Detected, type Window } from '../window.ts'

const maxTagChars = 120
const maxValueChars = 512
const less = 60
const cdata = '<![CDATA['
const tagName = /^(?:[\w-]{1,20}:)?([\w.-]{1,64})(?=\s|$)/
const attribute = /\b(?:key|name)=\\{0,3}["']([\w.:-]{1,64})\\{0,3}["']/i

/** Detects a secret in an XML element: `<password>…</password>`, `<entry key="api.secret">…</entry>`. The end of the opening tag is at `at`. */
export function detectElement(window: Window, at: number): Detected {
  const { text } = window
  let open = at - 1
  const least = Math.max(0, at - maxTagChars)
  while (open > least && text.charCodeAt(open) !== less && text.charCodeAt(open) !== 62) open--
  if (text.charCodeAt(open) !== less) return undefined
  const tag = text.slice(open + 1, at)
  const own = tagName.exec(tag)?.[1]
  if (own === undefined) return undefined
  const inner = text.slice(Math.max(0, open - 100), open)
  const named = attribute.exec(tag)?.[1] ?? (/^(?:value|string|td|dd|span|code|b|strong|em)$/.test(own) ? outer(inner) : undefined)
  const kind = sensitivity(named ?? own)
  if (kind === undefined) return undefined
  const from = at + 1 + (begins(window, cdata, at + 1) ? cdata.length : 0)
  const limit = from + maxValueChars
  const stop = Math.min(limit, window.end)
  let to = from
  const ender = from > at + 1 ? ']"\\' : '<"\\'
  while (to < stop && !ender.includes(text[to]!) && !isSpace(text.charCodeAt(to))) to++
  const value = text.slice(from, reached(window, to, limit))
  if (codeAt(window, to) !== ender.charCodeAt(0) || !isSecretValue(value, kind, { quoted: true, tight: false })) return undefined
  // A label in a user interface may have the name of the field beside it.
  if (named !== undefined && kind === 'password' && !isPasswordLike(value)) return undefined
  return ofKind(from, to, kind)
}

/** Name in an element before or around the value: `<key>APIKey</key> <string>…`, `<property name="password"><value>…`. */
const outer = (text: string): string | undefined =>
  /<key>([\w .-]{1,64})<\/key>[\s\\nrt]{0,16}$/.exec(text)?.[1] ??
  /<(?:td|th|dt|b|strong|label|span)>([\w .-]{1,32}):?<\/\w{1,8}>:?[\s\\nrt]{0,16}$/.exec(text)?.[1] ??
  /<\w{1,20} name=\\{0,3}["']([\w.:-]{1,64})\\{0,3}["']>[\s\\nrt]{0,16}$/.exec(text)?.[1]
