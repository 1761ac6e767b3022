import type { WireFormat } from '@reason/core'
import type { Frame, WriterOptions } from '@reason/core/wire'
import type { Conversation } from '@reason/core/conversation'
import type { GenerateAnswer, GenerateEvent, GenerateRequest, UsageFields } from '@reason/gateway-api/generate'
import { createEvents, type EventOptions, type Events } from './events.ts'
import { readGenerateRequest } from './request-reader.ts'

/** The parts of a wire format that a client format needs. */
export type ClientFormat = Pick<WireFormat, 'id' | 'createWriter' | 'writeResponse' | 'replay' | 'translation'> &
  Required<Pick<WireFormat, 'readRequest'>>

export interface GenerateOptions extends Pick<EventOptions, 'warnings' | 'dropsReasoning'> {
  /** Wire format of the upstream. */
  wire: string
}

/** Format of the Generate API. Requests were validated before. */
export function generateFormat(options: GenerateOptions): ClientFormat {
  const events = (writing: WriterOptions = {}): Events => createEvents({ ...writing, ...options })
  return {
    id: 'generate',
    readRequest: (body): Conversation => readGenerateRequest(body as GenerateRequest, options.wire),
    createWriter(writing) {
      const machine = events(writing)
      return {
        push: (part) => machine.push(part).map(frameOf),
        end: () => machine.push({ type: 'end' }).map(frameOf),
      }
    },
    writeResponse(parts, writing) {
      const machine = events(writing)
      const all = [...parts].flatMap((part) => machine.push(part))
      return wholeOf([...all, ...machine.push({ type: 'end' })])
    },
  }
}

/** The data repeats the type, because WebSocket messages have no event name. */
const frameOf = (event: GenerateEvent): Frame => ({ event: event.type, data: JSON.stringify(event) })

/** Joins the events of a stream into one answer. */
function wholeOf(events: readonly GenerateEvent[]): GenerateAnswer | { error: unknown } {
  const pieces: string[] = []
  const warnings: GenerateAnswer['warnings'] = []
  let usage: UsageFields | null = null
  for (const event of events) {
    if (event.type === 'analysis') pieces.push(event.text)
    else if (event.type === 'warning') warnings.push({ code: event.code, message: event.message })
    else if (event.type === 'usage') usage = event.usage
    else if (event.type === 'final') {
      const { type: _, ...final } = event
      const analysis = pieces.join('')
      return { ...final, analysis: analysis === '' ? null : analysis, usage, warnings }
    } else if (event.type === 'error') return { error: event.error }
  }
  throw new TypeError('The parts of an answer ended without an "end" part.')
}
