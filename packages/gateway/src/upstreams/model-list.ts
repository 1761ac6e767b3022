import type { WireModels } from '@reason/core/wire'
import type { ApiError } from '../errors/api-error.ts'
import { asObject } from '../json.ts'
import { excessOfAnswer } from '../bounds/answer-bounds.ts'
import { unusableAnswer } from '../errors/upstream-error.ts'
import type { ReadReply } from './reply.ts'
import type { Upstream } from './upstream.ts'

/** Model names in a provider's list. Google's names have the prefix `models/`, which is removed. */
export function idsIn(body: unknown, { list = 'data', id: field = 'id' }: Omit<WireModels, 'path'> = {}): string[] {
  const models = asObject(body)[list]
  if (!Array.isArray(models)) return []
  return models.flatMap((model: unknown) => {
    const id = asObject(model)[field]
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : []
  })
}

/** Bytes of a list, which is parsed in one step. The longest of a provider has one megabyte. */
export const longestList = 4_194_304

/** Checks that a list is within the bounds of answers. */
export const readList =
  ({ name }: Pick<Upstream, 'name'>): ReadReply =>
  (body) => {
    const text = body.toString('utf8')
    const excess = excessOfAnswer(text)
    return excess === undefined ? text : unusableAnswer(name, `has ${excess}`)
  }

/** Parses the names in a list. */
export function idsOf(text: string, { name, api }: Pick<Upstream, 'name' | 'api'>): string[] | ApiError {
  try {
    return idsIn(JSON.parse(text), api.models)
  } catch {
    return unusableAnswer(name, 'is no list of models')
  }
}

/** True if a provider's list has the format that OpenAI clients read. */
export const isOpenai = ({ list = 'data', id = 'id' }: WireModels): boolean => list === 'data' && id === 'id'

/** A list in the format that OpenAI clients read. */
export const modelList = (models: readonly { id: string; owner: string }[]): string =>
  JSON.stringify({ object: 'list', data: models.map(({ id, owner }) => ({ id, object: 'model', created: 0, owned_by: owner })) })
