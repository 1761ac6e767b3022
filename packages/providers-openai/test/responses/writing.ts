import type { Part } from '@reason/core'
import type { Frame, ReaderOptions, WriterOptions } from '@reason/core/wire'
import { atOnce } from '@reason/exchanges/at-once'
import { openaiResponses, type OpenaiResponsesOptions } from '../../src/index.ts'

export type Json = Record<string, unknown>

const by = (config: OpenaiResponsesOptions = {}) => atOnce(openaiResponses(config))

export const framesOf = (parts: Iterable<Part>, options?: WriterOptions, config?: OpenaiResponsesOptions): Frame[] =>
  by(config).write(parts, options)

export const eventsOf = (parts: Iterable<Part>, options?: WriterOptions, config?: OpenaiResponsesOptions): Json[] =>
  by(config).writeValues(parts, options) as Json[]

export const bodyOf = (parts: Iterable<Part>, options?: WriterOptions, config?: OpenaiResponsesOptions): Json =>
  openaiResponses(config).writeResponse(parts, options) as Json

export const throughStream = (
  parts: Iterable<Part>,
  options?: WriterOptions,
  { source, ...config }: OpenaiResponsesOptions & { source?: ReaderOptions } = {},
): Part[] => by(config).throughStream(parts, options, source)

export const throughBody = (parts: Iterable<Part>, options?: WriterOptions, source?: ReaderOptions): readonly Part[] =>
  by().throughBody(parts, options, source)

/** Items of the output. */
export const outputOf = (body: Json): Json[] => body['output'] as Json[]

/** Parts from short descriptions of blocks: `r` reasoning, `s` a summary, `a` an answer, `c` commentary, `n` a refusal, `f` a call. */
export function partsOf(...blocks: (['r' | 's' | 'a' | 'c' | 'n' | 'f', ...string[]] | Part)[]): Part[] {
  const parts: Part[] = [{ type: 'start', id: 'resp_1', model: 'm', created: 1 }]
  let block = 0
  let call = 0
  for (const one of blocks) {
    if (!Array.isArray(one)) {
      parts.push(one)
      continue
    }
    const [what, ...pieces] = one
    if (what === 'f') {
      parts.push({ type: 'tool-call-start', call, id: `call_${call}`, name: 'f' })
      parts.push(...pieces.map((text): Part => ({ type: 'tool-call-delta', call, text })), {
        type: 'tool-call-end',
        call,
        boundary: 'wire',
      })
      call++
      continue
    }
    const channel = what === 'r' || what === 's' ? 'reasoning' : what === 'c' ? 'commentary' : 'answer'
    const kind = ({ r: 'raw', s: 'summary', a: undefined, c: undefined, n: 'refusal' } as const)[what]
    parts.push({ type: 'block-start', block, channel, ...(kind !== undefined && { kind }) })
    parts.push(...pieces.map((text): Part => ({ type: 'delta', block, channel, text })), {
      type: 'block-end',
      block,
      channel,
      boundary: 'wire',
    })
    block++
  }
  if (!parts.some(({ type }) => type === 'finish')) parts.push({ type: 'finish', reason: 'stop' })
  return [...parts, { type: 'end' }]
}
