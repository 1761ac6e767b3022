import type { Model, ModelList } from '@reason/gateway-api'
import { signal } from '@preact/signals'
import { requestJson } from '../../../api/request.ts'
import { change, settings } from './settings.ts'

/** `missing`: upstreams that did not send a list. */
export type Models =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'known'; list: readonly Model[]; missing: readonly string[] }

export const models = signal<Models>({ state: 'loading' })

/** Loads the list of models. If reloading fails, the previous list stays, and the next request shows the error. */
export async function loadModels(): Promise<void> {
  if (models.value.state === 'failed') models.value = { state: 'loading' }
  try {
    let missing: readonly string[] = []
    const { data } = await requestJson<ModelList>('v1/models', {
      onResponse: ({ headers }) => (missing = headers.get('x-reason-models-missing')?.split(', ') ?? []),
    })
    models.value = { state: 'known', list: data, missing }
    const isKnown = (id: string | undefined): boolean => data.some((model) => model.id === id)
    // The stored choice may not exist any more.
    if (data.length > 0 && !isKnown(settings.value.model)) change({ model: data[0]!.id })
    const { model, other } = settings.value
    if (other !== undefined && !isKnown(other)) change({ other: anotherThan(model) })
  } catch (error) {
    if (models.value.state !== 'known') models.value = { state: 'failed', error }
  }
}

/** Another model to compare with. Returns the model itself if no other one is known. */
export const anotherThan = (model: string): string => {
  const all = models.value
  return (all.state === 'known' ? all.list.find(({ id }) => id !== model)?.id : undefined) ?? model
}

export const isRecording = (model: Model): boolean => model.owned_by === 'reason'

export const recordingsOf = (all: Models): readonly Model[] => (all.state === 'known' ? all.list.filter(isRecording) : [])
