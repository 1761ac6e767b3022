import type { Explanation, GenerationLine } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../../api/request.ts'
import type { Explained } from './todo.ts'

/** Names come from requests, which may name anything. */
const mostModels = 20

/** How answers of the latest models are split; asked once for each model. */
export function useExplained(generations: readonly GenerationLine[]): ReadonlyMap<string, Explained> {
  const [explained, setExplained] = useState<ReadonlyMap<string, Explained>>(new Map())
  const models = [...new Set(generations.flatMap(({ model }) => model ?? []))].slice(0, mostModels)
  const missing = models.filter((model) => !explained.has(model)).join('\n')
  useEffect(() => {
    if (missing === '') return
    let isCurrent = true
    void Promise.all(missing.split('\n').map(ask)).then((found) => {
      if (isCurrent) setExplained((before) => new Map([...before, ...found.flat()]))
    })
    return () => (isCurrent = false)
  }, [missing])
  return explained
}

/** Nothing where the gateway does not answer: the section then says less. */
async function ask(model: string): Promise<[string, Explained][]> {
  const answer = await requestJson<Explanation>(`api/explain?model=${encodeURIComponent(model)}`).catch(() => undefined)
  const taken = answer?.upstreams.find(({ verdict }) => verdict === 'taken')
  if (taken === undefined) return []
  const { upstream, splitting } = taken
  // Recordings of the gateway show on purpose what it detects.
  const isRecording = model.startsWith('embedded/')
  return [[model, { upstream, isGuessed: splitting.adapter === 'auto' && !splitting.native && !isRecording }]]
}
