import type { Explanation, GenerationLine } from '@reason/gateway-api'
import { useEffect, useState } from 'preact/hooks'
import { requestJson } from '../../../../api/request.ts'
import { explainedBy, type Explained } from './todo.ts'

/** Maximum number of models to ask about. Requests may name any model. */
const mostModels = 20

/** Milliseconds after which a guessed model is requested again, because its newer answers may have shown the format. */
const askAgainMs = 10_000

/** Routes and adapters of the latest models. */
export function useExplained(generations: readonly GenerationLine[]): ReadonlyMap<string, Explained> {
  const [explained, setExplained] = useState<ReadonlyMap<string, Explained>>(new Map())
  const latest = new Map(generations.toReversed().flatMap(({ model, at }) => (model === null ? [] : [[model, at] as const])))
  const stale = [...latest]
    .toReversed()
    .slice(0, mostModels)
    .flatMap(([model, at]) => (isStale(explained.get(model), at) ? [model] : []))
    .join('\n')
  useEffect(() => {
    if (stale === '') return
    let isCurrent = true
    void Promise.all(stale.split('\n').map((model) => ask(model, latest.get(model)!))).then((found) => {
      if (isCurrent) setExplained((before) => new Map([...before, ...found.flat()]))
    })
    return () => (isCurrent = false)
  }, [stale])
  return explained
}
const isStale = (explained: Explained | undefined, latest: number): boolean =>
  explained === undefined || (explained.isGuessed && latest > explained.asOf + askAgainMs)

/** Requests the explanation of a model. Empty if the gateway does not answer; the section then shows less. */
async function ask(model: string, asOf: number): Promise<[string, Explained][]> {
  const answer = await requestJson<Explanation>(`api/explain?model=${encodeURIComponent(model)}`).catch(() => undefined)
  const explained = answer === undefined ? undefined : explainedBy(answer, asOf)
  return explained === undefined ? [] : [[model, explained]]
}
