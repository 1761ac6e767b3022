import { LimitError, type TemplateLimits } from '../jinja/limits.ts'
import type { Renderer } from '../jinja/renderer.ts'
import type { TemplateScalar, TemplateSurvey } from '../jinja/survey.ts'
import { type GoMeter, renderTree } from './interpreter.ts'
import { segmentsOf, type GoSegment } from './tokens.ts'
import { treeOf } from './tree.ts'

type GoMessage = Readonly<Record<string, unknown>>

/** Whether a template is Ollama's: contains actions in Go's language, and no Jinja statements. */
export const isGoTemplate = (source: string): boolean =>
  !source.includes('{%') && /\{\{-?\s*(?:\.[A-Z]|\$|(?:if|range|with|else|end|block|define|template)\b)/.test(source.slice(0, 200_000))

export interface GoRenderer extends Renderer {
  survey: TemplateSurvey
}

/**
 * Parses a Go template once, to render it repeatedly with the same data as Ollama.
 *
 * @throws {SyntaxError} If the source is not a Go template.
 * @throws {LimitError} If the source is too long.
 */
export function createGoRenderer(source: string, limits: TemplateLimits): GoRenderer {
  if (source.length > limits.maxChars) {
    throw new LimitError(`The template has ${source.length} characters; at most ${limits.maxChars} are read.`)
  }
  const segments = segmentsOf(source)
  const tree = treeOf(segments)
  const fields = fieldsIn(segments)
  const meter: GoMeter = { steps: 0 }
  let fault: string | undefined

  return {
    survey: surveyOf(segments, fields),
    render(messages, { think, tools } = {}) {
      const all = messages as readonly GoMessage[]
      // Ollama accepts only text.
      if (all.some(({ content }) => typeof content !== 'string')) return undefined
      const common = { ...switched(think), Tools: tools ?? [], Suffix: '', Prompt: '', Response: '' }
      try {
        return fields.has('Messages')
          ? renderTree(tree, { ...common, Messages: all, System: systemOf(all) }, limits, meter)
          : turnsOf(all)
              .map((turn, index, turns) =>
                renderTree(tree, { ...common, ...turn }, limits, meter, index === turns.length - 1 ? 'Response' : undefined),
              )
              .join('')
      } catch (error) {
        if (error instanceof LimitError) throw error
        fault ??= error instanceof Error ? error.message : String(error)
        return undefined
      }
    },
    fault: () => fault,
    steps: () => meter.steps,
  }
}

/** Variables for the request's `think`, which is a boolean or a level. */
const switched = (think: unknown): object => ({
  IsThinkSet: think !== undefined,
  Think: think !== undefined && think !== false,
  ThinkLevel: typeof think === 'string' ? think : '',
})

const systemOf = (messages: readonly GoMessage[]): string =>
  messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')

/**
 * Divides a conversation into exchanges, for older templates that render a single one. Each exchange is rendered, and the last one ends where its answer
 * continues.
 */
function turnsOf(messages: readonly GoMessage[]): object[] {
  const turns: { System: unknown; Prompt: unknown; Response: unknown }[] = []
  for (const { role, content } of messages) {
    const last = turns.at(-1)
    const key = role === 'system' ? 'System' : role === 'assistant' ? 'Response' : 'Prompt'
    if (
      last === undefined ||
      last.Response !== '' ||
      (key !== 'Response' && last[key] !== '') ||
      (key === 'System' && last.Prompt !== '')
    ) {
      turns.push({ System: '', Prompt: '', Response: '', [key]: content })
    } else last[key] = content
  }
  return turns
}

const fieldsIn = (segments: readonly GoSegment[]): Set<string> =>
  new Set(
    segments.flatMap((segment) =>
      typeof segment === 'string' ? [] : segment.flatMap(({ kind, text }) => (kind === 'field' ? [text] : [])),
    ),
  )

function surveyOf(segments: readonly GoSegment[], fields: ReadonlySet<string>): TemplateSurvey {
  const literals = segments.flatMap((segment) =>
    typeof segment === 'string' ? [segment] : segment.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  )
  const values: TemplateScalar[] = [
    ...(fields.has('Think') || fields.has('IsThinkSet') ? [true, false] : []),
    ...(fields.has('ThinkLevel') ? ['low', 'medium', 'high'] : []),
  ]
  return {
    literals,
    inputs: new Map(values.length === 0 ? [] : [['think', new Set(values)]]),
    fields: new Set(fields.has('Thinking') ? ['thinking'] : []),
    sought: new Set(),
  }
}
