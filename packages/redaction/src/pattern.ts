import { RE2JS } from 're2js'
import parser, { type AstNode } from 'regjsparser'

const brand = Symbol.for('reason.redaction.pattern')
const maxPatternChars = 1024

/** A custom pattern with linear running time and a bounded match length. */
export interface SafePattern {
  name: string
  /** Maximum UTF-16 units of a match. A stream holds back as much text. */
  maxChars: number
  /** @returns Start and end of the first match at `from` or later. */
  find(text: string, from: number): readonly [start: number, end: number] | undefined
}

export const isSafePattern = (value: unknown): value is SafePattern => typeof value === 'object' && value !== null && brand in value

/**
 * Makes a custom pattern safe: it runs on a linear engine (RE2), and its longest match is known.
 *
 * @param name - Type of its finds in replacements and counts: letters, digits, `-`, `_`, at most 40.
 * @param expression - A regular expression, or its source. Flags `i`, `m`, `s` are kept. Matches have at most 1024 characters, so repetition needs a bound
 * (`{1,64}` in place of `+`). No lookaround, no backreferences; `^` and `$` only with the flag `m`, because a stream has no known start.
 * @throws {TypeError} If the expression breaks a rule. The message names the piece.
 */
export function pattern(name: string, expression: RegExp | string): SafePattern {
  if (!/^[A-Za-z][\w-]{0,39}$/.test(name))
    throw new TypeError(`A pattern cannot be called "${name}". Use letters, digits, "-" and "_", a letter first, 40 at most.`)
  const source = typeof expression === 'string' ? expression : expression.source
  const flags = typeof expression === 'string' ? '' : expression.flags
  const maxChars = longest(name, source, flags)
  const compiled = compile(name, source, flags)
  if (compiled.matches(''))
    throw new TypeError(`The pattern "${name}" (${source}) matches the empty text, which is everywhere. Ask for one character at least.`)
  return { name, maxChars, find, [brand]: true } as SafePattern

  function find(text: string, from: number): readonly [number, number] | undefined {
    const matcher = compiled.matcher(text)
    if (!matcher.find(from)) return undefined
    return [matcher.start(), matcher.end()]
  }
}

function compile(name: string, source: string, flags: string): RE2JS {
  let bits = 0
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) bits |= RE2JS.MULTILINE
  if (flags.includes('s')) bits |= RE2JS.DOTALL
  try {
    return RE2JS.compile(source, bits)
  } catch (cause) {
    throw new TypeError(`The pattern "${name}" (${source}) does not run in linear time: ${(cause as Error).message}.`, { cause })
  }
}

function longest(name: string, source: string, flags: string): number {
  let tree: AstNode
  try {
    tree = parser.parse(source, flags.includes('u') || flags.includes('v') ? 'u' : '', {
      namedGroups: true,
      unicodePropertyEscape: true,
      lookbehind: true,
    }) as AstNode
  } catch (cause) {
    throw new TypeError(`The pattern "${name}" (${source}) is no regular expression: ${(cause as Error).message}`, { cause })
  }
  const refuse = (piece: string, why: string): never => {
    throw new TypeError(`The pattern "${name}" (${source}) cannot be used: "${piece}" ${why}`)
  }
  const width = (node: AstNode): number => {
    switch (node.type) {
      case 'alternative':
        return node.body.reduce((sum, one) => sum + width(one as AstNode), 0)
      case 'disjunction':
        return Math.max(...node.body.map((one) => width(one as AstNode)))
      case 'group':
        if (node.behavior !== 'normal' && node.behavior !== 'ignore')
          return refuse(node.raw, 'is a lookaround. Match the surrounding text, too, or use \\b.')
        return node.body.reduce((sum, one) => sum + width(one as AstNode), 0)
      case 'quantifier':
        if (node.max === undefined) return refuse(node.raw, 'has no bound, so that a match may be of any length. Give one, such as {1,64}.')
        return node.max * node.body.reduce((sum, one) => sum + width(one as AstNode), 0)
      case 'anchor':
        if ((node.kind === 'start' || node.kind === 'end') && !flags.includes('m'))
          return refuse(node.raw, 'is the start or end of the text, which a stream does not have. Use the flag m for lines, or \\b.')
        return 0
      case 'reference':
        return refuse(node.raw, 'is a backreference, which takes more than linear time.')
      case 'value':
        return node.codePoint > 0xffff ? 2 : 1
      case 'characterClassEscape':
        return node.value === node.value.toLowerCase() ? 1 : 2
      case 'characterClass':
        return node.negative || node.body.some((member) => mayBePair(member as AstNode)) ? 2 : 1
      default:
        return 2
    }
  }
  const chars = width(tree)
  if (chars > maxPatternChars)
    throw new TypeError(
      `The pattern "${name}" (${source}) may match ${chars} characters; ${maxPatternChars} is the most. Lower its bounds.`,
    )
  return chars
}

/** Whether a member may be a surrogate pair of two units. */
function mayBePair(member: AstNode): boolean {
  switch (member.type) {
    case 'value':
      return member.codePoint > 0xffff
    case 'characterClassRange':
      return member.max.codePoint > 0xffff
    case 'characterClassEscape':
      return member.value !== member.value.toLowerCase()
    default:
      return true
  }
}
