import { atOnce } from '@reason/exchanges/at-once'
import { cohere } from '../src/index.ts'

export { codesOf, outline, resultOf } from '@reason/exchanges/outline'

export const wire = cohere()
export const { read, readBody, readText, writeText, writeValues: writeEvents } = atOnce(wire)

export const start = {
  type: 'message-start',
  id: 'm1',
  delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
}
export const contentStart = (index: number, content: object) => ({ type: 'content-start', index, delta: { message: { content } } })
export const content = (index: number, content: object) => ({ type: 'content-delta', index, delta: { message: { content } } })
export const contentEnd = (index: number) => ({ type: 'content-end', index })
export const plan = (tool_plan: unknown) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan } } })
export const callStart = (index: number, call: object) => ({ type: 'tool-call-start', index, delta: { message: { tool_calls: call } } })
export const callDelta = (index: number, args: unknown) => ({
  type: 'tool-call-delta',
  index,
  delta: { message: { tool_calls: { function: { arguments: args } } } },
})
export const callEnd = (index: number) => ({ type: 'tool-call-end', index })
export const cite = (citations: object) => ({ type: 'citation-start', index: 0, delta: { message: { citations } } })
export const end = (finish_reason: string | undefined = 'COMPLETE', rest: object = {}) => ({
  type: 'message-end',
  delta: { finish_reason, ...rest },
})
