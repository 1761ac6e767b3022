import type { Explanation, GenerationLine } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../../api/request.ts'
import type { Explained } from './todo.ts'

/** Maximum number of models to ask about. Requests may name any model. */
const mostModels = 20

/** Routes and adapters of the latest models. Each model is requested once. */
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

/** Requests the explanation of a model. Empty if the gateway does not answer; the section then shows less. */
async function ask(model: string): Promise<[string, Explained][]> {
  const answer = await requestJson<Explanation>(`api/explain?model=${encodeURIComponent(model)}`).catch(() => undefined)
  const taken = answer?.upstreams.find(({ verdict }) => verdict === 'taken')
  if (taken === undefined) return []
  const { upstream, splitting } = taken
  // Recordings of the gateway demonstrate detection on purpose.
  const isRecording = model.startsWith('embedded/')
  return [[model, { upstream, isGuessed: splitting.adapter === 'auto' && !splitting.native && !isRecording }]]
}
