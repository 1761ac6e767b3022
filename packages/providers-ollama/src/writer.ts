import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { asJson, createFrameWriter } from '@reason/wire-kit'
import { identify } from './identity.ts'
import { createResponseMachine } from './machine.ts'

/** Writes parts as the lines of a chat response, one frame each, for NDJSON. The last line is `done` or an error, and never an empty success. */
export function createOllamaWriter(options: WriterOptions = {}): WireWriter {
  const frames: Frame[] = []
  /** JSON of each line before its message text. It is cached. */
  let head: string | undefined
  let thinking: string | undefined
  let content: string | undefined
  /** Members for the next line. */
  let ofMessage = ''
  let ofResponse = ''
  const machine = createResponseMachine(
    {
      text(field, text) {
        const json = JSON.stringify(text)
        if (ofMessage !== '' || ofResponse !== '')
          return line(field === 'content' ? `"content":${json}` : `"content":"","thinking":${json}`)
        if (field === 'content') frames.push({ data: `${(content ??= `${headOf()}"content":`)}${json}},"done":false}` })
        else frames.push({ data: `${(thinking ??= `${headOf()}"content":"","thinking":`)}${json}},"done":false}` })
      },
      call: (json) => line(`"content":"","tool_calls":[${json}]`),
      field(scope, field, value) {
        const member = `,${JSON.stringify(field)}:${asJson(value)}`
        if (scope === 'message') ofMessage += member
        else ofResponse += member
      },
      finish: (reason, counts) => line('"content":""', `"done_reason":${JSON.stringify(reason)},"done":true`, counts),
      fail: (message) => void frames.push({ data: `{"error":${JSON.stringify(message)}}` }),
    },
    options,
  )

  return createFrameWriter(machine, frames)

  function line(message: string, end = '"done":false', counts: Record<string, number> = {}): void {
    const numbers = Object.entries(counts).map(([name, value]) => `,"${name}":${value}`)
    frames.push({ data: `${headOf()}${message}${ofMessage}},${end}${ofResponse}${numbers.join('')}}` })
    ofMessage = ''
    ofResponse = ''
  }

  function headOf(): string {
    head ??= `${asJson(identify(machine.started(), options)).slice(0, -1)},"message":{"role":"assistant",`
    return head
  }
}
