import { held, Interpreter, type JinjaNode, runtime, type JinjaScope, type TemplateValue } from './library.ts'
import { type TemplateLimits, LimitError } from './limits.ts'
import { filters, pythonMethods, spelling } from './python.ts'

/** Steps so far, of all renderings of one template. */
export interface JinjaMeter {
  steps: number
}

/**
 * The library's interpreter with limits, and with missing features of Jinja: integer keys, methods of Python's strings, lists and dictionaries, more
 * filters, and loops over text and over undefined values.
 *
 * With `lenient`, undefined values count as empty where Jinja raises an error, because some templates need variables that only their own server passes.
 */
export class BoundedInterpreter extends Interpreter {
  private readonly limits: TemplateLimits
  private readonly meter: JinjaMeter
  private readonly lenient: boolean
  private weights = new WeakMap<object, number>()
  /** Namespaces inside of other values. If one changes, the others weigh more. */
  private readonly contained = new WeakSet<object>()

  constructor(environment: JinjaScope, limits: TemplateLimits, meter: JinjaMeter, lenient: boolean) {
    super(environment)
    this.limits = limits
    this.meter = meter
    this.lenient = lenient
  }

  override evaluate(node: JinjaNode | undefined, scope: JinjaScope): TemplateValue {
    this.spend(1)
    const value = this.compute(node, scope)
    const weight = this.weightOf(value)
    if (weight > this.limits.maxChars) throw new LimitError(`Rendering builds a value of more than ${this.limits.maxChars} characters.`)
    if (node !== undefined && making.has(node.type)) this.spend(weight >> 6)
    return value
  }

  private spend(steps: number): void {
    this.meter.steps += steps
    if (this.meter.steps > this.limits.maxSteps) throw new LimitError(`Rendering needs more than ${this.limits.maxSteps} steps.`)
  }

  /**
   * Number of characters and values in a printed form. A list that contains another one several times is heavy without taking memory, which shows only
   * when it is printed.
   */
  private weightOf({ type, value }: TemplateValue): number {
    if (typeof value === 'string') return value.length
    if (!Array.isArray(value) && !(value instanceof Map)) return 1
    const known = this.weights.get(value)
    if (known !== undefined) return known
    // A value that contains itself weighs more than any limit.
    this.weights.set(value, Infinity)
    let weight = 1
    for (const child of value.values() as Iterable<TemplateValue>) {
      if (child.type === 'NamespaceValue') this.contained.add(child.value as object)
      weight += 1 + this.weightOf(child)
    }
    if (value instanceof Map) for (const key of value.keys()) weight += String(key).length
    this.spend(value instanceof Map ? value.size : value.length)
    // A namespace that no value contains changes often. It is weighed each time.
    if (type === 'NamespaceValue' && !this.contained.has(value)) this.weights.delete(value)
    else this.weights.set(value, weight)
    return weight
  }

  private compute(node: JinjaNode | undefined, scope: JinjaScope): TemplateValue {
    switch (node?.type) {
      case 'Value':
        return node['value'] as TemplateValue
      case 'ObjectLiteral':
        return this.objectOf(node, scope)
      case 'TupleLiteral':
        return super.evaluate({ ...node, type: 'ArrayLiteral' }, scope)
      case 'MemberExpression':
        return this.memberOf(node, scope)
      case 'Set':
        return this.assigned(node, scope)
      case 'For':
        return super.evaluate(this.iterating(node, scope), scope)
      case 'FilterExpression':
        return this.filtered(node, scope)
      case 'BinaryExpression':
        return this.combined(node, scope)
      case 'CallExpression':
        return this.called(node, scope)
      default:
        return super.evaluate(node, scope)
    }
  }

  /** Converts keys to text, as `memberOf` reads them. */
  private objectOf(node: JinjaNode, scope: JinjaScope): TemplateValue {
    const pairs = [...(node['value'] as Map<JinjaNode, JinjaNode>)].map(([key, value]) => {
      const evaluated = this.evaluate(key, scope)
      return [held(runtime(String(evaluated.value))), value] as const
    })
    return super.evaluate({ ...node, value: new Map(pairs) }, scope)
  }

  /** Assigns a field of a namespace, or of an object, as llama.cpp allows it. */
  private assigned(node: JinjaNode, scope: JinjaScope): TemplateValue {
    const assignee = node['assignee'] as JinjaNode
    if (assignee.type !== 'MemberExpression') return super.evaluate(node, scope)
    const object = this.evaluate(assignee['object'] as JinjaNode, scope)
    const result =
      object.type === 'ObjectValue' && node['value'] != null
        ? this.setField(object, String((assignee['property'] as JinjaNode)['value']), this.evaluate(node['value'] as JinjaNode, scope))
        : super.evaluate({ ...node, assignee: { ...assignee, object: held(object) } }, scope)
    if (object.type === 'ObjectValue' || this.contained.has(object.value as object)) this.weights = new WeakMap()
    return result
  }

  private setField({ value }: TemplateValue, name: string, field: TemplateValue): TemplateValue {
    ;(value as Map<string, TemplateValue>).set(name, field)
    return runtime(null)
  }

  private memberOf(node: JinjaNode, scope: JinjaScope): TemplateValue {
    const object = this.evaluate(node['object'] as JinjaNode, scope)
    const member: JinjaNode = { ...node, object: held(object) }
    const isObject = object.type === 'ObjectValue'
    const property = node['property'] as JinjaNode
    if (isObject && node['computed'] === true && property.type !== 'SliceExpression') {
      const key = this.evaluate(property, scope)
      member['property'] = held(key.type === 'StringValue' ? key : runtime(String(key.value)))
    }
    const value = super.evaluate(member, scope)
    if (node['computed'] === true) return value
    const name = String(property['value'])
    const method = pythonMethods[object.type]?.[name]
    // `strip('\n')` strips only line feeds, unlike the library's own methods.
    if (method === undefined || (value.type !== 'UndefinedValue' && value.type !== 'FunctionValue')) return value
    return runtime((...given: unknown[]) => method(object.value as never, given, this.limits.maxChars))
  }

  /** Prepares a loop: over the characters of a text, and over nothing if the value is undefined. */
  private iterating(node: JinjaNode, scope: JinjaScope): JinjaNode {
    const iterable = node['iterable'] as JinjaNode
    const isFiltered = iterable.type === 'SelectExpression'
    const value = this.evaluate(isFiltered ? (iterable['lhs'] as JinjaNode) : iterable, scope)
    const list = value.type === 'StringValue' ? runtime([...String(value.value)]) : value.type === 'UndefinedValue' ? runtime([]) : value
    // Each round creates a scope and a loop record, however short the body is.
    this.spend(16 * (list.value instanceof Map ? list.value.size : Array.isArray(list.value) ? list.value.length : 0))
    return { ...node, iterable: isFiltered ? { ...iterable, lhs: held(list) } : held(list) }
  }

  private filtered(node: JinjaNode, scope: JinjaScope): TemplateValue {
    const operand = this.evaluate(node['operand'] as JinjaNode, scope)
    const filter = node['filter'] as JinjaNode
    const isCall = filter.type === 'CallExpression'
    const name = String((isCall ? (filter['callee'] as JinjaNode) : filter)['value'])
    const given = isCall ? (filter['args'] as JinjaNode[]).filter(({ type }) => type !== 'KeywordArgumentExpression') : []
    if (own.has(name)) return this.ownFilter(name, operand, given, scope)
    if (name === 'tojson' && isCall) this.checkIndent(operand, filter['args'] as JinjaNode[], scope)
    try {
      return super.evaluate({ ...node, operand: held(operand) }, scope)
    } catch (error) {
      if (filters[name] === undefined || error instanceof LimitError) throw error
      return this.ownFilter(name, operand, given, scope)
    }
  }

  /** Limits indented JSON, because its indentation grows with the square of a value's depth. */
  private checkIndent(operand: TemplateValue, given: readonly JinjaNode[], scope: JinjaScope): void {
    const argument = given.find(({ type, key }) => type === 'KeywordArgumentExpression' && (key as JinjaNode)['value'] === 'indent')
    if (argument === undefined) return
    const { value } = this.evaluate(argument['value'] as JinjaNode, scope)
    if (typeof value === 'number' && (value > 8 || this.weightOf(operand) > 4000)) {
      throw new LimitError('Rendering writes a long value as indented JSON.')
    }
  }

  private ownFilter(name: string, operand: TemplateValue, given: readonly JinjaNode[], scope: JinjaScope): TemplateValue {
    const values = given.map((argument) => this.evaluate(argument, scope))
    return this.asValue(filters[name]!(operand, values, this.limits.maxChars), scope)
  }

  private asValue(result: unknown, scope: JinjaScope): TemplateValue {
    if (isValue(result)) return result
    if (!Array.isArray(result)) return runtime(result)
    const value = result.map((one) => held(this.asValue(one, scope)))
    return super.evaluate({ type: 'ArrayLiteral', value }, scope)
  }

  /** Evaluates a binary operator. Integer keys of objects are stored as text, so comparisons with numbers convert them. */
  private combined(node: JinjaNode, scope: JinjaScope): TemplateValue {
    const { value: operator } = node['operator'] as { value: string }
    if (operator === 'and' || operator === 'or') return super.evaluate(node, scope)
    const sides = [node['left'], node['right']].map((side) => this.evaluate(side as JinjaNode, scope))
    // Python can search a list for None or an undefined value. The library raises an error.
    if (/^(?:not )?in$/.test(operator) && sides[0]?.value == null && Array.isArray(sides[1]?.value)) {
      return runtime((sides[1].value as TemplateValue[]).some(({ value }) => value === sides[0]?.value) === (operator === 'in'))
    }
    const hasNumber = operator !== '+' && operator !== '~' && sides.some(({ type }) => /Integer|Float/.test(type))
    const [left, right] = sides.map((side) => held(hasNumber && isInteger(side) ? runtime(Number(side.value)) : side))
    try {
      return super.evaluate({ ...node, left, right }, scope)
    } catch (error) {
      if (!this.lenient || error instanceof LimitError || !isForgivable(error)) throw error
      return runtime(operator === '+' || operator === '~' ? sides.map(spelling).join('') : false)
    }
  }

  private called(node: JinjaNode, scope: JinjaScope): TemplateValue {
    try {
      return super.evaluate(node, scope)
    } catch (error) {
      if (!this.lenient || !/not a function: got Undefined/.test(String(error))) throw error
      return runtime(undefined)
    }
  }
}

/** Filters that could exceed the limit before it is checked. */
const own = new Set(['join', 'replace', 'indent'])

/** Nodes that create new values, whose cost is their length. */
const making = new Set(['BinaryExpression', 'CallExpression', 'FilterExpression', 'ArrayLiteral'])

const isForgivable = (error: unknown): boolean => /undefined values|null values|Unknown operator/.test(String(error))

const isInteger = ({ value }: TemplateValue): boolean => typeof value === 'string' && /^-?\d{1,15}$/.test(value)

const isValue = (result: unknown): result is TemplateValue =>
  typeof result === 'object' && result !== null && 'type' in result && String(result.type).endsWith('Value')
