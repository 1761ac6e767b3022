import { atOnce } from '@reason/exchanges/at-once'
import { gemini } from '../../src/index.ts'

export { codesOf, resultOf, sealedOutline as outline } from '@reason/exchanges/outline'

export const wire = gemini()
export const { read, readText, writeText, writeValues: writeChunks, throughBody } = atOnce(wire)
export const inArray = atOnce(wire, 'json-array')

/** A chunk with one candidate. */
export const chunk = (parts: unknown, finishReason?: string, rest: Record<string, unknown> = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }), index: 0 }],
  modelVersion: 'gemini-x',
  responseId: 'r1',
  ...rest,
})
