import type { Resolution } from '@reason/core/adapter'

/** What the model's text is in, also where that is only watched for; `native` where there is nothing to split, as the wire has done it. */
export function formatOf({ adapter, candidates, native }: Resolution): string {
  const format = candidates.find(({ id, verdict }) => verdict === 'taken' && id !== 'native')?.id ?? adapter.id
  return native && format === 'plain' ? 'native' : format
}
