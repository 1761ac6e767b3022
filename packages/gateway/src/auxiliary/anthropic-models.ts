import { asList, asObject, type Json } from '../json.ts'

/** Converts a model to the format of Anthropic clients. @param model - A model in OpenAI's or Anthropic's format. */
export function anthropicModel(model: unknown): Json {
  const { id, display_name: name, created_at: at, created, ...rest } = asObject(model)
  const seconds = typeof created === 'number' && Number.isFinite(new Date(created * 1000).getTime()) ? created : 0
  return {
    ...rest,
    type: 'model',
    id,
    display_name: typeof name === 'string' ? name : id,
    // Anthropic uses the Unix epoch for an unknown date.
    created_at: typeof at === 'string' ? at : new Date(seconds * 1000).toISOString(),
  }
}

/** The whole list as a single page. */
export function anthropicModelList(list: unknown): Json {
  const data = asList(asObject(list)['data']).map(anthropicModel)
  return { data, has_more: false, first_id: data.at(0)?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null }
}
