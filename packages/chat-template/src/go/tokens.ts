/** A token of an action, such as `.Role`, `"user"` or `|`. */
export interface GoToken {
  kind: 'word' | 'field' | 'variable' | 'literal' | 'sign'
  /** Without the leading dot of a field, and the `$` of a variable. */
  text: string
  value?: string | number
  /** No text is between this token and the previous one: `(x).Name` is one operand, `(x) .Name` are two. */
  joined: boolean
}

/** Text, or the tokens of an action. */
export type GoSegment = string | readonly GoToken[]

const token =
  /\s*(?:(?<word>[\p{L}_][\p{L}\p{N}_]*)|\.(?<field>[\p{L}_][\p{L}\p{N}_]*)|\$(?<variable>[\p{L}\p{N}_]*)|(?<string>"(?:[^"\\\n]|\\.)*")|`(?<raw>[^`]*)`|'(?<char>(?:[^'\\\n]|\\.)+)'|(?<number>[-+]?(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?))|(?<sign>:=|[=|(),.]))/iuy

/** Splits a Go template into texts and actions. Omits comments and the blanks that trim markers remove. */
export function segmentsOf(source: string): GoSegment[] {
  const segments: GoSegment[] = []
  let trims = false
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('{{', at)
    const text = source.slice(at, open === -1 ? source.length : open)
    const trimsBefore = open !== -1 && /^\{\{-\s/.test(source.slice(open, open + 4))
    const from = trims ? text.length - text.trimStart().length : 0
    const kept = trimsBefore ? text.slice(from).trimEnd() : text.slice(from)
    if (kept !== '') segments.push(kept)
    if (open === -1) break
    const action = actionAt(source, open + (trimsBefore ? 3 : 2))
    if (action.tokens !== undefined) segments.push(action.tokens)
    trims = action.trims
    at = action.end
  }
  return segments
}

interface ReadAction {
  /** Absent: a comment. */
  tokens?: readonly GoToken[]
  end: number
  trims: boolean
}

function actionAt(source: string, from: number): ReadAction {
  const comment = /\s*\/\*/y
  comment.lastIndex = from
  if (comment.test(source)) {
    const close = source.indexOf('*/', comment.lastIndex)
    return { ...endAt(source, close === -1 ? source.length : close + 2) }
  }
  const tokens: GoToken[] = []
  for (let at = from; ;) {
    token.lastIndex = at
    const found = token.exec(source)
    if (found === null) return { tokens, ...endAt(source, at) }
    tokens.push(tokenOf(found.groups!, /^\S/.test(found[0])))
    at = token.lastIndex
  }
}

function endAt(source: string, from: number): { end: number; trims: boolean } {
  const close = /(?:\s+-|\s*)\}\}/y
  close.lastIndex = from
  const found = close.exec(source)
  if (found === null) throw new SyntaxError(`The action at character ${from} does not end, or has a sign that Go templates do not know.`)
  return { end: close.lastIndex, trims: found[0].includes('-') }
}

function tokenOf({ word, field, variable, string, raw, char, number, sign }: Record<string, string | undefined>, joined: boolean): GoToken {
  if (word !== undefined) return { kind: 'word', text: word, joined }
  if (field !== undefined) return { kind: 'field', text: field, joined }
  if (variable !== undefined) return { kind: 'variable', text: variable, joined }
  if (sign !== undefined) return { kind: 'sign', text: sign, joined }
  if (number !== undefined) return { kind: 'literal', text: number, value: Number(number.replaceAll('_', '')), joined }
  const text = raw ?? unescaped((string ?? `'${char}'`).slice(1, -1))
  return { kind: 'literal', text, value: char === undefined ? text : (text.codePointAt(0) ?? 0), joined }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }

const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gi,
    (_, byte?: string, short?: string, long?: string, sign?: string) => {
      const hex = byte ?? short ?? long
      if (hex === undefined) return escapes[sign!] ?? sign!
      const point = Number.parseInt(hex, 16)
      return point <= 0x10_ffff ? String.fromCodePoint(point) : '\uFFFD'
    },
  )
