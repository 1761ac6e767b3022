import type { WireModels } from '@reason/core'
import { asObject } from '../json.ts'

/** Names of models in a provider's own list. Google's stand in a folder of their own, which requests may leave out. */
export function idsIn(body: unknown, { list = 'data', id: field = 'id' }: Omit<WireModels, 'path'> = {}): string[] {
  const models = asObject(body)[list]
  if (!Array.isArray(models)) return []
  return models.flatMap((model: unknown) => {
    const id = asObject(model)[field]
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : []
  })
}

/** Whether a provider's list is as OpenAI's clients read it. */
export const isOpenai = ({ list = 'data', id = 'id' }: WireModels): boolean => list === 'data' && id === 'id'

/** A list as OpenAI's clients read it. */
export const modelList = (models: readonly { id: string; owner: string }[]): string =>
  JSON.stringify({ object: 'list', data: models.map(({ id, owner }) => ({ id, object: 'model', created: 0, owned_by: owner })) })
