import type { StartPart } from '@reason/core/parts'
import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { asJson, createFrameWriter } from '@reason/wire-kit'
import { createResponseMachine } from './machine.ts'

/** Returns the response id. Responses without any id cannot be distinguished: set `id` or `createId` if that matters. */
export const idOf = (start: StartPart | undefined, options: WriterOptions): string =>
  options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'chat-0'

/**
 * Writes parts as the events of a streamed chat, ending with `[DONE]`.
 *
 *   message-start ▶ { content-* | tool-plan-delta | tool-call-* | citation-* }* ▶ message-end ▶ [DONE]
 *
 * An error, or an aborted generation, is reported in `message-end` and is never an empty success.
 */
export function createCohereWriter(options: WriterOptions = {}): WireWriter {
  const frames: Frame[] = []
  /** JSON before the text. It is cached for the content. */
  let prefix = ''
  let citations = 0
  let isDone = false
  const id = (): string => idOf(machine.started(), options)
  const machine = createResponseMachine(
    {
      begin: () =>
        frame(
          'message-start',
          `"id":${JSON.stringify(id())},${message('"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]')}`,
        ),
      openContent(index, type) {
        frame('content-start', `"index":${index},${message(`"content":{"type":"${type}","${type}":""}`)}`)
        prefix = `{"type":"content-delta","index":${index},"delta":{"message":{"content":{"${type}":`
      },
      text: (_, __, text) => void frames.push({ event: 'content-delta', data: `${prefix}${JSON.stringify(text)}}}}}` }),
      closeContent: (index) => frame('content-end', `"index":${index}`),
      plan: (text) => frame('tool-plan-delta', message(`"tool_plan":${JSON.stringify(text)}`)),
      openCall: (index, { id, name }) =>
        frame(
          'tool-call-start',
          `"index":${index},${message(`"tool_calls":${asJson({ id, type: 'function', function: { name, arguments: '' } })}`)}`,
        ),
      callText: (index, text) =>
        frame('tool-call-delta', `"index":${index},${message(`"tool_calls":{"function":{"arguments":${JSON.stringify(text)}}}`)}`),
      closeCall: (index) => frame('tool-call-end', `"index":${index}`),
      citation(citation) {
        frame('citation-start', `"index":${citations},${message(`"citations":${asJson(citation)}`)}`)
        frame('citation-end', `"index":${citations++}`)
      },
      finish: (reason, usage) =>
        frame('message-end', `"id":${JSON.stringify(id())},"delta":${asJson({ finish_reason: reason, ...(usage && { usage }) })}`),
      fail: (error) => frame('message-end', `"id":${JSON.stringify(id())},"delta":${asJson({ error, finish_reason: 'ERROR' })}`),
    },
    id,
    options,
  )

  return createFrameWriter(machine, frames, done)

  function frame(type: string, members: string): void {
    frames.push({ event: type, data: `{"type":"${type}",${members}}` })
  }

  function done(): void {
    if (isDone) return
    isDone = true
    frames.push({ data: '[DONE]' })
  }
}

const message = (members: string): string => `"delta":{"message":{${members}}}`
