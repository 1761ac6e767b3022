import { asName, asObjects, present, valueAt } from './fields.ts'
import type { Questions } from './questions.ts'
import type { FoundFacts } from './server-description.ts'

/**
 * Describes LM Studio, from `/api/v0/models` (lmstudio.ai/docs, "REST API v0"). The endpoint lists the loaded models. No
 * endpoint shows the version, the template, or the setting "separate reasoning_content".
 */
export async function describeLmStudio(questions: Questions, asked: string | undefined): Promise<FoundFacts> {
  const path = '/api/v0/models'
  const entries = asObjects(valueAt((await questions.ask(path)).json, 'data'))
  const entry = entries.find(({ id }) => asked !== undefined && id === asked) ?? entries.find(({ state }) => state === 'loaded')
  const [model, state, format] = [asName(entry?.['id']), asName(entry?.['state']), asName(entry?.['compatibility_type'])]
  if (model !== undefined) questions.note(path, `model ${[model, state, format].filter((part) => part !== undefined).join(', ')}`)
  const revision = [format, asName(entry?.['quantization'])].filter((part) => part !== undefined).join(' ')
  return { ...present('model', model), ...present('revision', revision === '' ? undefined : revision) }
}
