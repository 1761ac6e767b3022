import { BoundedInterpreter, type JinjaMeter } from './interpreter.ts'
import { Environment, type JinjaNode, parseTemplate, type JinjaScope } from './library.ts'
import { type TemplateLimits, LimitError } from './limits.ts'

export type Variables = Readonly<Record<string, unknown>>

export interface JinjaRenderer extends Renderer {
  /** The parsed template. */
  program: JinjaNode
}

export interface Renderer {
  /**
   * Renders a conversation. Undefined if the template refuses it, or cannot be rendered.
   * @param lenient - Undefined values may count as empty if the rendering fails without that. Default true.
   * @throws {LimitError} If the template exceeds its limits.
   */
  render(messages: readonly unknown[], variables?: Variables, lenient?: boolean): string | undefined
  /** The first error that ended a rendering. */
  fault(): string | undefined
  /** Steps of all renderings together. */
  steps(): number
}

/**
 * Parses a template once, to render it repeatedly.
 *
 * Renderings are deterministic: `strftime_now` returns a fixed day.
 *
 * @throws {SyntaxError} If the source is not Jinja.
 * @throws {LimitError} If the source is too long.
 */
export function createRenderer(source: string, limits: TemplateLimits, given: Variables = {}): JinjaRenderer {
  if (source.length > limits.maxChars) {
    throw new LimitError(`The template has ${source.length} characters; at most ${limits.maxChars} are read.`)
  }
  // The library's lexer takes quadratic time for such a run.
  const blanks = /\s{1001}/.exec(source)
  if (blanks !== null) throw new LimitError('The template has more than 1,000 blanks in a row.')
  const program = parseTemplate(source)
  const meter: JinjaMeter = { steps: 0 }
  let fault: string | undefined

  return {
    program,
    render(messages, variables = {}, lenient = true) {
      for (const forgives of lenient ? [false, true] : [false]) {
        try {
          const all = { bos_token: '', eos_token: '', pad_token: '', unk_token: '', tools: null, ...given, ...variables, messages }
          const interpreter = new BoundedInterpreter(environmentOf(all, limits), limits, meter, forgives)
          return String(interpreter.run(program).value)
        } catch (error) {
          if (error instanceof LimitError) throw error
          fault ??= error instanceof Error ? error.message : String(error)
        }
      }
      return undefined
    },
    fault: () => fault,
    steps: () => meter.steps,
  }
}

function environmentOf(variables: Variables, limits: TemplateLimits): JinjaScope {
  const environment = new Environment()
  const globals = {
    true: true,
    false: false,
    none: null,
    True: true,
    False: false,
    None: null,
    raise_exception(message: unknown) {
      throw new Error(String(message))
    },
    range: (...bounds: number[]) => range(bounds, limits),
    strftime_now: (pattern: unknown) =>
      String(pattern).replaceAll(/%[YmdbBHMyAa]/g, (token) => fixedDay[token as keyof typeof fixedDay] ?? ''),
  }
  for (const [name, value] of Object.entries({ ...globals, ...variables })) if (name !== 'namespace') environment.set(name, value)
  return environment
}

const fixedDay = {
  '%Y': '2026',
  '%y': '26',
  '%m': '01',
  '%d': '01',
  '%b': 'Jan',
  '%B': 'January',
  '%H': '12',
  '%M': '00',
  '%A': 'Thursday',
  '%a': 'Thu',
}

/** Python's `range`, with no more elements than allowed steps. */
function range(bounds: readonly number[], { maxSteps }: TemplateLimits): number[] {
  const [start = 0, stop = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds
  const length = Math.max(0, Math.ceil((stop - start) / step))
  if (!(length <= Math.min(maxSteps, 100_000))) throw new LimitError(`range() asks for ${length} elements.`)
  return Array.from({ length }, (_, index) => start + index * step)
}
