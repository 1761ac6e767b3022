import { atOnce } from '@reason/exchanges/at-once'
import { geminiInteractions } from '../../src/index.ts'

export { codesOf, resultOf, sealedOutline as outline } from '@reason/exchanges/outline'

export const wire = geminiInteractions()
export const { read, readBody, readText, writeText, writeValues: writeEvents, throughBody } = atOnce(wire)

export const created = {
  event_type: 'interaction.created',
  interaction: { id: 'v1_x', object: 'interaction', status: 'in_progress', model: 'gemini-x' },
}
export const start = (index: number, step: unknown) => ({ event_type: 'step.start', index, step })
export const delta = (index: number, delta: unknown) => ({ event_type: 'step.delta', index, delta })
export const stop = (index: number) => ({ event_type: 'step.stop', index })
export const completed = (status = 'completed', rest: object = {}) => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1_x', status, ...rest },
})
export const thought = (text: string) => ({ type: 'thought_summary', content: { type: 'text', text } })
export const signature = (signature: string) => ({ type: 'thought_signature', signature })
