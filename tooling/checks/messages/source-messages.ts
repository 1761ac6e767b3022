import { parseSync } from 'oxc-parser'
import { isSentence } from './sentence.ts'
import { textOf } from './source-text.ts'
import { keyOf, literalOf, nameOf, nodesOf, type Node } from './syntax.ts'

export type MessageKind = 'error' | 'warning' | 'log' | 'text'

/** A text that a program shows, throws or logs. */
export interface SourceMessage {
  /** The text, with placeholders and alternatives in angle quotes: `Unknown model "‹name›".‹ Try: ‹names›.¦›`. */
  text: string
  kind: MessageKind
  /** The code of an error or warning, or the level of a log line. */
  code?: string
}

type Context = Omit<SourceMessage, 'text'>

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])

/** Names of calls whose texts are on the pages of commands and settings. */
const describing = new Set(
  'describe description summary option argument addOption addHelpText Option Argument about group part meta'.split(' '),
)

/** Names of properties whose texts describe an API, and that no program shows. */
const descriptions = new Set(['description', 'summary', 'about', 'class', 'className', 'examples'])

/** Codes of zod's own issues. */
const notOurs = new Set(['custom'])

/** A code, such as `REASON_INVALID_INPUT`, `model_not_found`, `late-closer` or `json-fields/no-field`. */
const code = /^(?:REASON(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+|(?:[a-z]+(?:-[a-z]+)*\/)?[a-z]+(?:-[a-z]+)*)$/

const isCode = (text: string | undefined): text is string => text !== undefined && code.test(text) && !notOurs.has(text)

/** Lists the texts of errors, warnings and log lines of a source, and its other texts that read as sentences. */
export function messagesIn(path: string, source: string): SourceMessage[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const found: SourceMessage[] = []
  visit(program as unknown as Node, { kind: 'text' })
  return found

  function visit(node: Node, context: Context): void {
    const text = textOf(node)
    if (text !== undefined) return add(node, text, context)
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return
    if (node.type.startsWith('Import') || node.type.startsWith('Export' + 'All')) return
    if (node.type === 'NewExpression' || node.type === 'CallExpression') return visitCall(node, context)
    if (node.type === 'ObjectExpression') return visitAll(nodesOf(node), objectContext(node, context))
    if (node.type === 'Property' && descriptions.has(keyOf(node))) return
    if (node.type === 'Property') return visit(node['value'] as Node, context)
    visitAll(nodesOf(node), context)
  }

  function visitAll(nodes: readonly Node[], context: Context): void {
    for (const node of nodes) visit(node, context)
  }

  function visitCall(node: Node, context: Context): void {
    const callee = node['callee'] as Node
    const name = nameOf(callee)
    if (describing.has(name)) return visit(callee, context)
    const args = node['arguments'] as Node[]
    visit(callee, context)
    visitAll(args, callContext(callee, name, args, context))
  }

  function add(node: Node, text: string, context: Context): void {
    if (isSentence(text, context.kind)) found.push({ text, ...context })
    // Calls inside a template may have messages of their own: `${list(names, 'No names are known.')}`.
    for (const one of nodesOf(node)) if (one.type === 'CallExpression') visitAll(one['arguments'] as Node[], { kind: 'text' })
  }
}

function callContext(callee: Node, name: string, args: readonly Node[], context: Context): Context {
  const literals = args.map(literalOf)
  const coded = (code: string | undefined): { code?: string } => (code === undefined ? {} : { code })
  if (/error$|refus|badRequest|problem/i.test(name))
    return { kind: 'error', ...coded(literals.findLast((one) => isCode(one) && one.includes('_'))) }
  if (levels.has(name) && callee.type === 'MemberExpression' && /^(?:log|logger)$/i.test(nameOf(callee['object'] as Node)))
    return { kind: 'log', code: name }
  // The first code counts: the name of a field may follow the message.
  if (name === 'warn' || name === 'warning') return { kind: 'warning', ...coded(literals.find(isCode)) }
  return context.kind === 'log' ? { kind: 'text' } : context
}

function objectContext(node: Node, context: Context): Context {
  const properties = nodesOf(node).filter(({ type }) => type === 'Property')
  const value = (key: string): string | undefined => {
    const one = properties.find((property) => keyOf(property) === key)
    return one === undefined ? undefined : literalOf(one['value'] as Node)
  }
  const own = value('code')
  if (!isCode(own)) return context
  return { kind: own.includes('_') ? 'error' : 'warning', code: own }
}
