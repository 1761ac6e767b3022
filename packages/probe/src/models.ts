import { asName, asObjects, valueAt } from './fields.ts'
import type { Questions } from './questions.ts'

export const modelsPath = '/v1/models'

/** Finds the requested model in the list of models. Without an entry of that name, returns the first one. */
export async function listedModel(questions: Questions, model: string | undefined): Promise<Record<string, unknown> | undefined> {
  const entries = asObjects(valueAt((await questions.ask(modelsPath)).json, 'data'))
  const entry = entries.find(({ id }) => model !== undefined && id === model) ?? entries[0]
  const id = asName(entry?.['id'])
  const owner = asName(entry?.['owned_by'])
  if (id !== undefined) questions.note(modelsPath, `model ${id}`)
  if (owner !== undefined) questions.note(modelsPath, `owned by ${owner}`)
  return entry
}
