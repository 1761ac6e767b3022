import { LimitError, type TemplateLimits } from '../jinja/limits.ts'
import { fieldOf, functions, isTrue, printed } from './functions.ts'
import type { GoNode, Operand, Pipe, Tree } from './tree.ts'

/** Steps of all renderings together. */
export interface GoMeter {
  steps: number
}

const mostCalls = 50

/** Weight of a value that is not text, in UTF-16 units. */
const charsOfOther = 100

type Flow = 'break' | 'continue' | 'stop' | undefined

/**
 * Renders a Go template.
 *
 * @param stopsAt - A field after which the rendering ends, such as `Response`.
 * @throws {LimitError} If it takes more steps or characters than allowed.
 * @throws {Error} If the template uses unknown names.
 */
export function renderTree(
  tree: Tree,
  data: Readonly<Record<string, unknown>>,
  limits: TemplateLimits,
  meter: GoMeter,
  stopsAt?: string,
): string {
  let text = ''
  let calls = 0
  run(tree.nodes, data, [['', data]])
  return text

  function step(): void {
    if (++meter.steps > limits.maxSteps) throw new LimitError(`Rendering takes more than ${limits.maxSteps} steps.`)
  }

  function write(piece: string): void {
    text += piece
    if (text.length > limits.maxChars) throw new LimitError(`The text has more than ${limits.maxChars} characters.`)
  }

  /** @param scope - Variables, the innermost last. */
  function run(nodes: readonly GoNode[], dot: unknown, scope: [string, unknown][]): Flow {
    const size = scope.length
    for (const node of nodes) {
      step()
      const flow = runNode(node, dot, scope)
      if (flow !== undefined) {
        scope.length = size
        return flow
      }
    }
    scope.length = size
    return undefined
  }

  function runNode(node: GoNode, dot: unknown, scope: [string, unknown][]): Flow {
    switch (node.kind) {
      case 'text':
        write(node.text)
        return undefined
      case 'action': {
        const value = evaluate(node.pipe, dot, scope)
        if (node.pipe.names.length === 0) write(printed(value))
        return stopsAt !== undefined && node.pipe.commands.some((command) => command.some(({ fields }) => fields.includes(stopsAt)))
          ? 'stop'
          : undefined
      }
      case 'range':
        return range(node, dot, scope)
      case 'template':
        return call(node.name, node.pipe === undefined ? undefined : evaluate(node.pipe, dot, scope))
      case 'if':
      case 'with': {
        const size = scope.length
        const value = evaluate(node.pipe, dot, scope)
        const flow = isTrue(value) ? run(node.body, node.kind === 'with' ? value : dot, scope) : run(node.otherwise, dot, scope)
        scope.length = size
        return flow
      }
      default:
        return node.kind
    }
  }

  function range({ pipe, body, otherwise }: Extract<GoNode, { body: unknown }>, dot: unknown, scope: [string, unknown][]): Flow {
    const value = evaluate({ ...pipe, names: [] }, dot, scope)
    const entries = entriesOf(value)
    if (entries.length === 0) return run(otherwise, dot, scope)
    const size = scope.length
    for (const [key, item] of entries) {
      step()
      const values = pipe.names.length === 1 ? [item] : [key, item]
      for (const [index, name] of pipe.names.entries()) assign(name, values[index], pipe.assigns, scope)
      const flow = run(body, item, scope)
      if (!pipe.assigns) scope.length = size
      if (flow === 'stop') return flow
      if (flow === 'break') break
    }
    return undefined
  }

  function entriesOf(value: unknown): (readonly [unknown, unknown])[] {
    if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const)
    if (typeof value === 'number') {
      if (value > limits.maxSteps) throw new LimitError(`range asks for ${value} elements.`)
      return Array.from({ length: Math.max(0, Math.trunc(value)) }, (_, index) => [index, index] as const)
    }
    return typeof value === 'object' && value !== null ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : []
  }

  function call(name: string, dot: unknown): Flow {
    const nodes = tree.defined.get(name)
    if (nodes === undefined) throw new Error(`The template "${name}" is not defined.`)
    if (++calls > mostCalls) throw new LimitError(`Templates call each other more than ${mostCalls} deep.`)
    const flow = run(nodes, dot, [['', dot]])
    calls--
    return flow === 'stop' ? flow : undefined
  }

  function evaluate({ names, assigns, commands }: Pipe, dot: unknown, scope: [string, unknown][]): unknown {
    let value: unknown
    for (const [index, [first, ...args]] of commands.entries()) {
      step()
      value = command(first!, args, index === 0 ? [] : [value], dot, scope)
    }
    for (const name of names) assign(name, value, assigns, scope)
    return value
  }

  function command(first: Operand, args: readonly Operand[], piped: readonly unknown[], dot: unknown, scope: [string, unknown][]): unknown {
    const { base, fields } = first
    if (base.kind !== 'function') return operand(first, dot, scope)
    let value: unknown
    if (base.name === 'and' || base.name === 'or') {
      const isOr = base.name === 'or'
      for (const argument of args) {
        value = operand(argument, dot, scope)
        if (isTrue(value) === isOr) return value
      }
      return piped.length === 0 ? value : piped[0]
    }
    const body = Object.hasOwn(functions, base.name) ? functions[base.name] : undefined
    if (body === undefined) throw new Error(`The function ${base.name} is unknown.`)
    const values = [...args.map((argument) => operand(argument, dot, scope)), ...piped]
    const chars = values.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : charsOfOther), 0)
    if (chars > limits.maxChars) throw new LimitError(`A function gets more than ${limits.maxChars} characters.`)
    value = body(...values)
    return fields.reduce(fieldOf, value)
  }

  function operand({ base, fields }: Operand, dot: unknown, scope: [string, unknown][]): unknown {
    step()
    const value =
      base.kind === 'dot'
        ? dot
        : base.kind === 'variable'
          ? scope.findLast(([name]) => name === base.name)?.[1]
          : base.kind === 'literal'
            ? base.value
            : base.kind === 'pipe'
              ? evaluate(base.pipe, dot, scope)
              : base.kind === 'function'
                ? command({ base, fields: [] }, [], [], dot, scope)
                : undefined
    return fields.reduce(fieldOf, value)
  }

  function assign(name: string, value: unknown, exists: boolean, scope: [string, unknown][]): void {
    const known = exists ? scope.findLast(([one]) => one === name) : undefined
    if (known === undefined) scope.push([name, value])
    else known[1] = value
  }
}
