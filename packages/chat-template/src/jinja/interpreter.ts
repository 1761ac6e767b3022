import { held, Interpreter, type Node, runtime, type Scope, type Value } from './library.ts'
import { type Limits, LimitError } from './limits.ts'
import { filters, pythonMethods, spelling } from './python.ts'

/** Steps taken so far by all renderings of one template. */
export interface Meter {
  steps: number
}

/**
 * The library's interpreter with bounds, and with what it lacks of Jinja: integer keys, methods of Python's strings, lists and
 * dictionaries, further filters, loops over text and over nothing.
 *
 * With `lenient`, values that are not given count as empty where Jinja raises an error: some templates need variables that only
 * their own server passes.
 */
export class BoundedInterpreter extends Interpreter {
  private readonly limits: Limits
  private readonly meter: Meter
  private readonly lenient: boolean

  constructor(environment: Scope, limits: Limits, meter: Meter, lenient: boolean) {
    super(environment)
    this.limits = limits
    this.meter = meter
    this.lenient = lenient
  }

  override evaluate(node: Node | undefined, scope: Scope): Value {
    if (++this.meter.steps > this.limits.maxSteps) {
      throw new LimitError(`Rendering needs more than ${this.limits.maxSteps} steps.`)
    }
    const value = this.compute(node, scope)
    if (typeof value.value === 'string' && value.value.length > this.limits.maxChars) {
      throw new LimitError(`Rendering builds a text of more than ${this.limits.maxChars} characters.`)
    }
    return value
  }

  private compute(node: Node | undefined, scope: Scope): Value {
    switch (node?.type) {
      case 'Value':
        return node['value'] as Value
      case 'ObjectLiteral':
        return this.objectOf(node, scope)
      case 'TupleLiteral':
        return super.evaluate({ ...node, type: 'ArrayLiteral' }, scope)
      case 'MemberExpression':
        return this.memberOf(node, scope)
      case 'For':
        return super.evaluate(this.iterating(node, scope), scope)
      case 'FilterExpression':
        return this.filtered(node, scope)
      case 'BinaryExpression':
        return this.combined(node, scope)
      case 'CallExpression':
        return this.lenient ? this.forgiven(node, scope) : super.evaluate(node, scope)
      default:
        return super.evaluate(node, scope)
    }
  }

  /** Keys that are no texts count by their spelling, as `memberOf` reads them. */
  private objectOf(node: Node, scope: Scope): Value {
    const pairs = [...(node['value'] as Map<Node, Node>)].map(([key, value]) => {
      const evaluated = this.evaluate(key, scope)
      return [held(runtime(String(evaluated.value))), value] as const
    })
    return super.evaluate({ ...node, value: new Map(pairs) }, scope)
  }

  private memberOf(node: Node, scope: Scope): Value {
    const object = this.evaluate(node['object'] as Node, scope)
    const member: Node = { ...node, object: held(object) }
    const isObject = object.type === 'ObjectValue'
    const property = node['property'] as Node
    if (isObject && node['computed'] === true && property.type !== 'SliceExpression') {
      const key = this.evaluate(property, scope)
      member['property'] = held(key.type === 'StringValue' ? key : runtime(String(key.value)))
    }
    const value = super.evaluate(member, scope)
    if (node['computed'] === true) return value
    const name = String(property['value'])
    const method = pythonMethods[object.type]?.[name]
    // `strip('\n')` strips line feeds alone, which the library's own methods do not.
    if (method === undefined || (value.type !== 'UndefinedValue' && value.type !== 'FunctionValue')) return value
    return runtime((...given: unknown[]) => method(object.value as never, given))
  }

  /** Text is looped over by character, and what is not there not at all. */
  private iterating(node: Node, scope: Scope): Node {
    const iterable = node['iterable'] as Node
    const isFiltered = iterable.type === 'SelectExpression'
    const value = this.evaluate(isFiltered ? (iterable['lhs'] as Node) : iterable, scope)
    const list = value.type === 'StringValue' ? runtime([...String(value.value)]) : value.type === 'UndefinedValue' ? runtime([]) : value
    return { ...node, iterable: isFiltered ? { ...iterable, lhs: held(list) } : held(list) }
  }

  private filtered(node: Node, scope: Scope): Value {
    const operand = this.evaluate(node['operand'] as Node, scope)
    const filter = node['filter'] as Node
    const isCall = filter.type === 'CallExpression'
    const name = String((isCall ? (filter['callee'] as Node) : filter)['value'])
    try {
      return super.evaluate({ ...node, operand: held(operand) }, scope)
    } catch (error) {
      const own = filters[name]
      if (own === undefined || error instanceof LimitError) throw error
      const given = isCall ? (filter['args'] as Node[]).filter(({ type }) => type !== 'KeywordArgumentExpression') : []
      const result = own(
        operand,
        given.map((argument) => this.evaluate(argument, scope)),
      )
      return this.asValue(result, scope)
    }
  }

  private asValue(result: unknown, scope: Scope): Value {
    if (isValue(result)) return result
    if (!Array.isArray(result)) return runtime(result)
    const value = result.map((one) => held(this.asValue(one, scope)))
    return super.evaluate({ type: 'ArrayLiteral', value }, scope)
  }

  /** Integer keys of objects come back as texts: numbers are compared with them as numbers. */
  private combined(node: Node, scope: Scope): Value {
    const operator = (node['operator'] as { value: string }).value
    if (!/^(?:[<>]=?|[-+*/%]|\/\/)$/.test(operator)) return this.lenient ? this.forgiven(node, scope) : super.evaluate(node, scope)
    const sides = [node['left'], node['right']].map((side) => this.evaluate(side as Node, scope))
    const hasNumber = sides.some(({ type }) => /Integer|Float/.test(type))
    const [left, right] = sides.map((side) => {
      const isDigits = hasNumber && operator !== '+' && typeof side.value === 'string' && /^-?\d{1,15}$/.test(side.value)
      return held(isDigits ? runtime(Number(side.value)) : side)
    })
    const combined = { ...node, left, right }
    return this.lenient ? this.forgiven(combined, scope) : super.evaluate(combined, scope)
  }

  private forgiven(node: Node, scope: Scope): Value {
    try {
      return super.evaluate(node, scope)
    } catch (error) {
      if (error instanceof LimitError || !/undefined|null|not a function/.test(String(error))) throw error
      if (node.type === 'CallExpression') return runtime(undefined)
      const operator = (node['operator'] as { value: string }).value
      if (operator !== '+' && operator !== '~') return runtime(false)
      return runtime([node['left'], node['right']].map((side) => spelling(this.evaluate(side as Node, scope))).join(''))
    }
  }
}

const isValue = (result: unknown): result is Value =>
  typeof result === 'object' && result !== null && 'type' in result && String(result.type).endsWith('Value')
