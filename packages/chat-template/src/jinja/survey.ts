import type { JinjaNode } from './library.ts'

export type TemplateScalar = string | number | boolean

/** Names and texts in a template's syntax tree. Excludes comments. */
export interface TemplateSurvey {
  /** Literal texts, and the text outside of expressions. */
  literals: readonly string[]
  /** Input variables from the request, with the values that the template compares them with. */
  inputs: ReadonlyMap<string, ReadonlySet<TemplateScalar>>
  /** Names of members and subscripts that the template reads, such as `reasoning_content`. */
  fields: ReadonlySet<string>
  /** Literals that the template searches in texts: `'/no_think' in content`, `content.split('</think>')`. */
  sought: ReadonlySet<string>
}

/** Matches names of switches of thinking, and of their levels. */
export const thinkish = /think|reason|thought|effort|\bcot\b|deliberat|reflect/i

/** Inputs of every chat template, which are no switches. */
const standard = new Set([
  'messages', 'tools', 'documents', 'add_generation_prompt', 'continue_final_message', 'bos_token', 'eos_token', 'pad_token', 'unk_token',
  'loop', 'namespace', 'range', 'raise_exception', 'strftime_now', 'true', 'false', 'none', 'True', 'False', 'None', 'caller', 'self', 'varargs', 'kwargs',
]) // prettier-ignore

const seekers = new Set([
  'split',
  'rsplit',
  'startswith',
  'endswith',
  'find',
  'rfind',
  'index',
  'partition',
  'rpartition',
  'replace',
  'removeprefix',
  'removesuffix',
  'count',
])

/** Surveys the syntax tree without rendering. Linear in the size of the template. */
export function surveyOf(program: JinjaNode): TemplateSurvey {
  const literals: string[] = []
  const fields = new Set<string>()
  const sought = new Set<string>()
  const read = new Set<string>()
  const bound = new Set<string>()
  /** Names that the template tests before using them, because the input may be missing. */
  const questioned = new Set<string>()
  const compared = new Map<string, Set<TemplateScalar>>()
  /** From a name to the names that are assigned from it. */
  const flows = new Map<string, Set<string>>()

  const visit: Record<string, (node: JinjaNode) => void> = {
    StringLiteral: ({ value }) => literals.push(String(value)),
    Identifier: ({ value }) => read.add(String(value)),
    For: ({ loopvar }) => bindAll(loopvar),
    Macro: ({ name, args }) => {
      bindAll(name)
      for (const argument of args as JinjaNode[]) bindAll(argument.type === 'KeywordArgumentExpression' ? argument['key'] : argument)
    },
    Set: ({ assignee, value }) => assign(nameOf(assignee as JinjaNode), value),
    KeywordArgumentExpression: ({ key, value }) => flow(nameOf(key as JinjaNode), value),
    MemberExpression: ({ object, property, computed }) => {
      const key = property as JinjaNode
      if (computed !== true || key.type === 'StringLiteral') fields.add(String(key['value']))
      const table = object as JinjaNode
      if (computed === true && table.type === 'ObjectLiteral') compare(key, [...(table['value'] as Map<JinjaNode, JinjaNode>).keys()])
    },
    CallExpression: ({ callee, args }) => {
      const method = nameOf(callee as JinjaNode)
      if ((callee as JinjaNode).type !== 'MemberExpression' || method === undefined) return
      const [first] = args as JinjaNode[]
      if (first?.type !== 'StringLiteral') return
      if (method === 'get') fields.add(String(first['value']))
      if (seekers.has(method)) sought.add(String(first['value']))
    },
    FilterExpression: ({ operand, filter }) => {
      const call = filter as JinjaNode
      // The name of a filter is not a variable, but its arguments may be.
      if (call.type === 'CallExpression') walk(call['args'])
      const name = nameOf((call['callee'] ?? call) as JinjaNode)
      if (name !== 'default' && name !== 'd') return
      question(operand as JinjaNode)
      if (call.type === 'CallExpression') compare(operand as JinjaNode, call['args'] as JinjaNode[])
    },
    TestExpression: ({ operand, test }) => {
      if (/defined|none/.test(String((test as JinjaNode)['value']))) question(operand as JinjaNode)
    },
    BinaryExpression: ({ operator, left, right }) => {
      const sign = (operator as { value: string }).value
      const [one, other] = [left as JinjaNode, right as JinjaNode]
      if (/^(?:not )?in$/.test(sign)) {
        compare(one, elementsOf(other))
        if (one.type === 'StringLiteral') {
          fields.add(String(one['value']))
          sought.add(String(one['value']))
        }
      } else if (/^(?:[=!]=|[<>]=?)$/.test(sign)) {
        compare(one, [other])
        compare(other, [one])
      }
    },
  }

  walk(program)

  const inputs = new Map<string, ReadonlySet<TemplateScalar>>()
  for (const name of read) {
    if (standard.has(name)) continue
    // A template may assign an input that is missing. Other assigned names are its own variables.
    if (!bound.has(name) || (questioned.has(name) && thinkish.test(name))) inputs.set(name, valuesOf(name))
  }
  return { literals, inputs, fields, sought }

  function walk(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(walk)
    if (value instanceof Map) return [...value].forEach(walk)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as JinjaNode
    visit[node.type]?.(node)
    for (const [key, child] of Object.entries(node)) if (!isName(node, key)) walk(child)
  }

  function assign(name: string | undefined, value: unknown): void {
    if (name !== undefined) bound.add(name)
    flow(name, value)
  }

  /** Records an assignment: the value flows from names, and short literals beside them are alternatives. */
  function flow(name: string | undefined, value: unknown): void {
    if (name === undefined) return
    const inside = scalarsAndNames(value)
    for (const from of inside.names) if (from !== name) into(flows, from).add(name)
    for (const scalar of inside.scalars) into(compared, name).add(scalar)
  }

  function compare(subject: JinjaNode, others: readonly JinjaNode[]): void {
    const name = nameOf(subject)
    if (name === undefined) return
    for (const { type, value } of others) if (/^(?:String|Integer)Literal$/.test(type)) into(compared, name).add(value as TemplateScalar)
  }

  function question(node: JinjaNode): void {
    const name = nameOf(node)
    if (name !== undefined) questioned.add(name)
  }

  function bindAll(node: unknown): void {
    const { type, value } = node as JinjaNode
    if (type === 'Identifier') bound.add(String(value))
    if (type === 'TupleLiteral') (value as JinjaNode[]).forEach(bindAll)
  }

  function valuesOf(name: string): Set<TemplateScalar> {
    const values = new Set<TemplateScalar>()
    const seen = new Set<string>()
    for (const queue = [name]; queue.length > 0;) {
      const next = queue.pop()!
      if (seen.has(next)) continue
      seen.add(next)
      for (const one of compared.get(next) ?? []) values.add(one)
      queue.push(...(flows.get(next) ?? []))
    }
    return values
  }
}

/** Name of a variable or of the last member: `ns.effort` is `effort`. */
function nameOf(node: JinjaNode): string | undefined {
  if (node.type === 'Identifier') return String(node['value'])
  if (node.type === 'FilterExpression') return nameOf(node['operand'] as JinjaNode)
  if (node.type === 'CallExpression') return nameOf(node['callee'] as JinjaNode)
  if (node.type !== 'MemberExpression') return undefined
  const property = node['property'] as JinjaNode
  return property.type === 'Identifier' || property.type === 'StringLiteral' ? String(property['value']) : undefined
}

const elementsOf = ({ type, value }: JinjaNode): JinjaNode[] =>
  type === 'ArrayLiteral' || type === 'TupleLiteral'
    ? (value as JinjaNode[])
    : type === 'ObjectLiteral'
      ? [...(value as Map<JinjaNode, JinjaNode>).keys()]
      : []

/** Names and scalars of an expression that is at most a choice between values. */
function scalarsAndNames(value: unknown): { names: string[]; scalars: TemplateScalar[] } {
  const names: string[] = []
  const scalars: TemplateScalar[] = []
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > 4) return
    const { type, value: own } = node as JinjaNode
    if (type === 'Identifier') names.push(String(own))
    else if (type === 'StringLiteral' && /^[\w-]{1,24}$/.test(String(own))) scalars.push(String(own))
    for (const [key, child] of Object.entries(node)) {
      if (isName(node as JinjaNode, key)) continue
      for (const one of Array.isArray(child) ? child : [child]) visit(one, depth + 1)
    }
  }
  visit(value, 0)
  return { names, scalars }
}

/** Whether a child is an operator, a comment, or the name of a filter, test, member or argument, and so no variable. */
function isName({ type, computed }: JinjaNode, key: string): boolean {
  if (key === 'operator' || type === 'Comment') return true
  if (type === 'TestExpression') return key === 'test'
  if (type === 'KeywordArgumentExpression') return key === 'key'
  if (type === 'MemberExpression') return key === 'property' && computed !== true
  return key === 'filter'
}

function into<Key, One>(map: Map<Key, Set<One>>, key: Key): Set<One> {
  const set = map.get(key) ?? new Set<One>()
  map.set(key, set)
  return set
}
