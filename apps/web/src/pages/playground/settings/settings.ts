import { effect, signal } from '@preact/signals'
import type { GenerateRequest } from '@reason/gateway-api/generate'
import { readStored, store } from '../../../ui/stored.ts'

/** Settings of the next requests. Only the model outlives the page. */
export interface PlaygroundSettings {
  model: string
  /** Model of the second column, if two models are compared. */
  other: string | undefined
  effort: NonNullable<GenerateRequest['effort']> | ''
  budget: string
  maxTokens: string
  temperature: string
  visibility: NonNullable<GenerateRequest['visibility']> | ''
  session: string
  /** The gateway may store traces of the requests. */
  keepsTrace: boolean
  system: string
  /** JSON text of the user. */
  tools: string
}

export const settings = signal<PlaygroundSettings>({
  model: readStored('model') ?? '',
  other: undefined,
  effort: '',
  budget: '',
  maxTokens: '',
  temperature: '',
  visibility: '',
  session: 'playground',
  keepsTrace: false,
  system: '',
  tools: '',
})

export const change = (changes: Partial<PlaygroundSettings>): void => {
  settings.value = { ...settings.value, ...changes }
}

effect(() => {
  const { model } = settings.value
  if (model !== '') store('model', model)
})

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
