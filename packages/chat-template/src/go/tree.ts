import type { GoSegment, GoToken } from './tokens.ts'

/** An operand: a base with field accesses. */
export interface Operand {
  base:
    | { kind: 'dot' | 'nil' }
    | { kind: 'variable' | 'function'; name: string }
    | { kind: 'literal'; value: unknown }
    | { kind: 'pipe'; pipe: Pipe }
  fields: readonly string[]
}

/** Commands, each of which gets the previous one's value as its last argument. */
export interface Pipe {
  /** Variables that get the value. */
  names: readonly string[]
  /** The variables exist already: `=`, not `:=`. */
  assigns: boolean
  commands: readonly (readonly Operand[])[]
}

export type Branch = 'if' | 'with' | 'range'

export type GoNode =
  | { kind: 'text'; text: string }
  | { kind: 'action'; pipe: Pipe }
  | { kind: Branch; pipe: Pipe; body: readonly GoNode[]; otherwise: readonly GoNode[] }
  | { kind: 'template'; name: string; pipe: Pipe | undefined }
  | { kind: 'break' | 'continue' }

export interface Tree {
  nodes: readonly GoNode[]
  /** Templates from `define` and `block`, by name. */
  defined: ReadonlyMap<string, readonly GoNode[]>
}

/** Limit of nested blocks and brackets. */
const mostDepth = 100

/**
 * Parses the segments of a Go template.
 * @throws {SyntaxError} If the segments are not a Go template.
 */
export function treeOf(segments: readonly GoSegment[]): Tree {
  const defined = new Map<string, readonly GoNode[]>()
  let next = 0
  const { nodes, end } = list(0)
  if (end !== undefined) throw new SyntaxError(`{{ ${end[0]!.text} }} has nothing to end.`)
  return { nodes, defined }

  /** Parses up to an `else` or `end`, which is returned. */
  function list(depth: number): { nodes: GoNode[]; end?: readonly GoToken[] } {
    if (depth > mostDepth) throw new SyntaxError(`Blocks are nested more than ${mostDepth} deep.`)
    const nodes: GoNode[] = []
    while (next < segments.length) {
      const segment = segments[next++]!
      if (typeof segment === 'string') nodes.push({ kind: 'text', text: segment })
      else if (segment[0]?.kind === 'word' && /^(?:else|end)$/.test(segment[0].text)) return { nodes, end: segment }
      else nodes.push(...action(segment, depth))
    }
    return { nodes }
  }

  function action(tokens: readonly GoToken[], depth: number): GoNode[] {
    const word = tokens[0]?.kind === 'word' ? tokens[0].text : ''
    const rest = tokens.slice(1)
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return [branch(word, rest, depth)]
      case 'define':
        defined.set(nameIn(rest), closed(depth))
        return []
      case 'block':
        defined.set(nameIn(rest), closed(depth))
        return [{ kind: 'template', name: nameIn(rest), pipe: pipeOf(rest.slice(1)) }]
      case 'template':
        return [{ kind: 'template', name: nameIn(rest), pipe: rest.length > 1 ? pipeOf(rest.slice(1)) : undefined }]
      case 'break':
      case 'continue':
        return [{ kind: word }]
      default:
        return [{ kind: 'action', pipe: pipeOf(tokens) }]
    }
  }

  function branch(kind: Branch, condition: readonly GoToken[], depth: number): GoNode {
    const pipe = pipeOf(condition)
    const body = list(depth + 1)
    const [word, other] = body.end ?? []
    if (word === undefined) throw new SyntaxError(`{{ ${kind} }} has no {{ end }}.`)
    if (word.text === 'end') return { kind, pipe, body: body.nodes, otherwise: [] }
    // `else if` is an `if` inside the `else`, and shares its end.
    if (other === undefined) return { kind, pipe, body: body.nodes, otherwise: closed(depth) }
    if (other.kind !== 'word' || !/^(?:if|with)$/.test(other.text)) throw new SyntaxError(`{{ else ${other.text} }} is unknown.`)
    return { kind, pipe, body: body.nodes, otherwise: [branch(other.text as Branch, body.end!.slice(2), depth + 1)] }
  }

  function closed(depth: number): GoNode[] {
    const { nodes, end } = list(depth + 1)
    if (end?.[0]?.text !== 'end') throw new SyntaxError('A block has no {{ end }}.')
    return nodes
  }
}

function nameIn([name]: readonly GoToken[]): string {
  if (typeof name?.value !== 'string') throw new SyntaxError('A template has no name.')
  return name.value
}

function pipeOf(tokens: readonly GoToken[]): Pipe {
  let next = 0
  const pipe = read(0)
  if (next < tokens.length) throw new SyntaxError(`Unexpected ${tokens[next]!.text} in an action.`)
  return pipe

  function read(depth: number): Pipe {
    if (depth > mostDepth) throw new SyntaxError(`Brackets are nested more than ${mostDepth} deep.`)
    const { names, assigns } = variables()
    const commands: Operand[][] = [[]]
    for (; next < tokens.length;) {
      const { kind, text } = tokens[next]!
      if (kind === 'sign' && text === ')') break
      if (kind === 'sign' && text === '|') {
        commands.push([])
        next++
      } else commands.at(-1)!.push(operand(depth))
    }
    if (commands.some((command) => command.length === 0)) throw new SyntaxError('An action has an empty command.')
    return { names, assigns, commands }
  }

  function variables(): { names: string[]; assigns: boolean } {
    const sign = (at: number, text: string): boolean => tokens[at]?.kind === 'sign' && tokens[at].text === text
    const count = tokens[next]?.kind !== 'variable' ? 0 : sign(next + 1, ',') && tokens[next + 2]?.kind === 'variable' ? 2 : 1
    const at = next + 2 * count - 1
    if (count === 0 || !(sign(at, ':=') || sign(at, '='))) return { names: [], assigns: false }
    const names = Array.from({ length: count }, (_, index) => tokens[next + 2 * index]!.text)
    next = at + 1
    return { names, assigns: sign(at, '=') }
  }

  function operand(depth: number): Operand {
    const base = baseOf(tokens[next++]!, depth)
    const fields: string[] = base.field === undefined ? [] : [base.field]
    for (; tokens[next]?.kind === 'field' && tokens[next]!.joined; next++) fields.push(tokens[next]!.text)
    return { base: base.base, fields }
  }

  function baseOf({ kind, text, value }: GoToken, depth: number): { base: Operand['base']; field?: string } {
    if (kind === 'field') return { base: { kind: 'dot' }, field: text }
    if (kind === 'variable') return { base: { kind: 'variable', name: text } }
    if (kind === 'literal') return { base: { kind: 'literal', value } }
    if (kind === 'word') {
      if (text === 'true' || text === 'false') return { base: { kind: 'literal', value: text === 'true' } }
      return { base: text === 'nil' ? { kind: 'nil' } : { kind: 'function', name: text } }
    }
    if (text === '.') return { base: { kind: 'dot' } }
    if (text !== '(') throw new SyntaxError(`Unexpected ${text} in an action.`)
    const pipe = read(depth + 1)
    if (tokens[next++]?.text !== ')') throw new SyntaxError('A bracket is not closed.')
    return { base: { kind: 'pipe', pipe } }
  }
}
