import { asBuild, asName, asTemplate, describeTemplate, present, valueAt } from './fields.ts'
import { listedModel } from './models.ts'
import type { Questions } from './questions.ts'
import type { FoundFacts } from './server-description.ts'

/**
 * First version that splits reasoning by default: since 0.12.5 a model with the capability `thinking` thinks unless a
 * request opts out (ollama/ollama pull request 12533). From 0.9 on, reasoning was split only for requests with `think`,
 * and never before.
 */
const splitsSince = [0, 12, 5]
const thinkSince = [0, 9, 0]
/**
 * First version that renders by the model file's own template where it shows more capabilities than the Go template. llama-server then splits the text,
 * with or without the capability `thinking` (ollama/ollama pull request 16031).
 */
const ownTemplateSince = [0, 30, 0]

/** Describes Ollama, from `/api/version` and `/api/show` (ollama/ollama, api/types.go, `ShowResponse`). */
export async function describeOllama(questions: Questions, asked: string | undefined): Promise<FoundFacts> {
  const version = asBuild(valueAt((await questions.ask('/api/version')).json, 'version'))
  if (version !== undefined) questions.note('/api/version', `version ${version}`)
  const model = asked ?? asName((await listedModel(questions, undefined))?.['id'])
  if (model === undefined) return present('build', version)
  const { status, json } = await questions.ask('/api/show', { model })
  const capabilities = valueAt(json, 'capabilities')
  const thinks = Array.isArray(capabilities) ? capabilities.includes('thinking') : undefined
  const template = valueAt(json, 'template')
  const [renderer, parser] = [asName(valueAt(json, 'renderer')), asName(valueAt(json, 'parser'))]
  const numbers = numbersIn(version)
  const isBypassed =
    renderer === undefined &&
    parser === undefined &&
    numbers !== undefined &&
    isAtLeast(numbers, ownTemplateSince) &&
    Array.isArray(capabilities) &&
    showsLess(template, capabilities)
  for (const finding of [
    ...describeTemplate('Go template', template),
    ...(renderer === undefined ? [] : [`renderer ${renderer}`]),
    ...(parser === undefined ? [] : [`parser ${parser}`]),
    ...(thinks === undefined ? [] : [thinks ? 'it knows the model to think' : 'it does not know the model to think']),
  ]) {
    questions.note('/api/show', finding)
  }
  return {
    ...present('build', version),
    ...present('model', status === 200 ? asName(model) : undefined),
    ...present('revision', asBuild(valueAt(json, 'modified_at'))),
    // A built-in renderer, or the model file's own template, creates the prompt instead of the template.
    ...present('goTemplate', renderer === undefined && !isBypassed ? asTemplate(template) : undefined),
    ...present('splits', thinks === undefined || (!thinks && isBypassed) ? undefined : splitsIn(numbers, thinks)),
  }
}

/** Whether the Go template lacks what the model can do, so that another template may create the prompt. */
const showsLess = (template: unknown, capabilities: readonly unknown[]): boolean =>
  typeof template === 'string' &&
  (template.trim() === '{{ .Prompt }}' ||
    (capabilities.includes('tools') && !template.includes('.ToolCalls')) ||
    (capabilities.includes('thinking') && !template.includes('.Thinking')))

const numbersIn = (version: string | undefined): number[] | undefined =>
  /^v?(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(version ?? '')
    ?.slice(1)
    .map((part) => Number(part ?? 0))

function splitsIn(numbers: readonly number[] | undefined, thinks: boolean): boolean | undefined {
  if (!thinks) return false
  if (numbers === undefined || (isAtLeast(numbers, thinkSince) && !isAtLeast(numbers, splitsSince))) return undefined
  return isAtLeast(numbers, splitsSince)
}

function isAtLeast(version: readonly number[], other: readonly number[]): boolean {
  const index = version.findIndex((part, at) => part !== other[at])
  return index === -1 || version[index]! > other[index]!
}
