import { asObject } from '../json.ts'

/** Names of models in a provider's own list. */
export type ModelIds = (body: unknown) => string[]

/** Reads `{ [list]: [{ [field]: id }] }`. Google's ids stand in a folder of their own, which requests may leave out. */
export const idsAt =
  (list: string, field: string): ModelIds =>
  (body) => {
    const models = asObject(body)[list]
    if (!Array.isArray(models)) return []
    return models.flatMap((model: unknown) => {
      const id = asObject(model)[field]
      return typeof id === 'string' ? [id.replace(/^models\//, '')] : []
    })
  }

/** A list as OpenAI's clients read it. */
export const modelList = (models: readonly { id: string; owner: string }[]): string =>
  JSON.stringify({ object: 'list', data: models.map(({ id, owner }) => ({ id, object: 'model', created: 0, owned_by: owner })) })
