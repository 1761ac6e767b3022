import { effect, signal } from '@preact/signals'
import type { GenerateRequest } from '@reason/gateway-api/generate'
import { readStored, store } from '../../../ui/stored.ts'

/** What is asked besides the question. Only the model outlives the page. */
export interface Settings {
  model: string
  /** Of the second column, while two are compared. */
  other: string | undefined
  effort: NonNullable<GenerateRequest['effort']> | ''
  budget: string
  maxTokens: string
  temperature: string
  visibility: NonNullable<GenerateRequest['visibility']> | ''
  session: string
  /** The gateway keeps a trace of what is asked, if it keeps any. */
  keepsTrace: boolean
  system: string
  /** JSON, as it was written. */
  tools: string
}

export const settings = signal<Settings>({
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

export const change = (changes: Partial<Settings>): void => {
  settings.value = { ...settings.value, ...changes }
}

effect(() => {
  const { model } = settings.value
  if (model !== '') store('model', model)
})

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export const visibilities = ['full', 'summary', 'label', 'none'] as const
