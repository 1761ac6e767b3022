import type { Resolution } from '@reason/core/adapter'

/** Name of the format of the model's text, even if the gateway only watches for it. `native`: the wire format has split the text already. */
export function formatOf({ adapter, candidates, native }: Resolution): string {
  const format = candidates.find(({ id, verdict }) => verdict === 'taken' && id !== 'native')?.id ?? adapter.id
  return native && format === 'plain' ? 'native' : format
}
