import type { Detected, Window } from '../window.ts'

const argument = /^-u ["']?([^\s:"'\\]{1,64}):([^\s"'\\]{2,128})(?=["'\s\\]|$)/
const argumentChars = 200

/** `curl -u user:password`. */
export function detectCurlUser({ text, end, final }: Window, at: number): Detected {
  if (at > 0 && text[at - 1] !== ' ') return undefined
  if (!final && end - at < argumentChars && !/\n/.test(text.slice(at, end))) return 'more'
  const found = argument.exec(text.slice(at, at + argumentChars))
  const password = found?.[2]
  if (found === null || password === undefined || /^[$<{*]|^(?:pass|password|token)$/i.test(password)) return undefined
  const to = at + found[0].length
  return { start: to - password.length, end: to, type: 'secret', rule: 'basic-auth' }
}
