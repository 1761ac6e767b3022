import { describe, expect, it } from 'vitest'
import type { OurWire } from '@reason/gateway/upstreams'
import { encodeEventStream } from '@reason/providers-bedrock'
import { startGateway } from '../../support/gateway.ts'
import { startReadingUpstream } from '../../support/upstream.ts'

/** Ids as databases have them: JavaScript has no such numbers. */
const args = '{"id":9007199254740993,"others":[-12345678901234567890,{"n":1}],"share":0.5}'
const digits = /"id": ?9007199254740993,"others": ?\[-12345678901234567890,\{"n": ?1\}\],"share": ?0\.5/
const text = JSON.stringify(args)

/** Bytes of an upstream's answer. */
const answers: Record<OurWire, { whole: string; stream: string | Buffer; type: string }> = {
  'openai-chat': {
    whole: `{"id":"c","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":${text}}}]},"finish_reason":"tool_calls"}]}`,
    stream: `data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":${text}}}]}}]}\n\ndata: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n`,
    type: 'text/event-stream',
  },
  'openai-responses': {
    whole: `{"id":"r","object":"response","status":"completed","output":[{"type":"function_call","id":"fc","call_id":"a","name":"f","arguments":${text}}]}`,
    stream: `data: {"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"fc","call_id":"a","name":"f","arguments":${text}}}\n\ndata: {"type":"response.completed","response":{"id":"r","status":"completed","output":[]}}\n\n`,
    type: 'text/event-stream',
  },
  'anthropic-messages': {
    whole: `{"id":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":${args}}],"stop_reason":"tool_use"}`,
    stream: `data: {"type":"message_start","message":{"id":"m"}}\n\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}\n\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":${text}}}\n\ndata: {"type":"content_block_stop","index":0}\n\ndata: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}\n\ndata: {"type":"message_stop"}\n\n`,
    type: 'text/event-stream',
  },
  gemini: {
    whole: `{"candidates":[{"index":0,"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":${args}}}]},"finishReason":"STOP"}]}`,
    stream: `data: {"candidates":[{"index":0,"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":${args}}}]},"finishReason":"STOP"}]}\n\n`,
    type: 'text/event-stream',
  },
  'gemini-interactions': {
    whole: `{"id":"i","status":"requires_action","steps":[{"type":"function_call","id":"a","name":"f","arguments":${args}}]}`,
    stream: `data: {"event_type":"step.start","index":0,"step":{"type":"function_call","id":"a","name":"f","arguments":${args}}}\n\ndata: {"event_type":"step.stop","index":0}\n\ndata: {"event_type":"interaction.completed","interaction":{"id":"i","status":"requires_action"}}\n\n`,
    type: 'text/event-stream',
  },
  'bedrock-converse': {
    whole: `{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"f","input":${args}}}]}},"stopReason":"tool_use"}`,
    stream: Buffer.concat([
      encodeEventStream({ event: 'contentBlockStart', data: '{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"a","name":"f"}}}' }),
      encodeEventStream({ event: 'contentBlockDelta', data: `{"contentBlockIndex":0,"delta":{"toolUse":{"input":${text}}}}` }),
      encodeEventStream({ event: 'contentBlockStop', data: '{"contentBlockIndex":0}' }),
      encodeEventStream({ event: 'messageStop', data: '{"stopReason":"tool_use"}' }),
    ]),
    type: 'application/vnd.amazon.eventstream',
  },
  cohere: {
    whole: `{"id":"c","message":{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":${text}}}]},"finish_reason":"TOOL_CALL"}`,
    stream: `data: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"a","type":"function","function":{"name":"f","arguments":${text}}}}}}\n\ndata: {"type":"tool-call-end","index":0}\n\ndata: {"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}\n\n`,
    type: 'text/event-stream',
  },
  ollama: {
    whole: `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":${args}}}]},"done":true,"done_reason":"stop"}`,
    stream: `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":${args}}}]},"done":false}\n{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n`,
    type: 'application/x-ndjson',
  },
}

/** Requests of clients, with a call that the conversation already contains. */
const schema = '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}'
const asked = {
  'chat/completions': `"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":${text}}}]},{"role":"tool","tool_call_id":"a","content":"ok"}],"tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}]`,
  responses: `"input":[{"role":"user","content":"q"},{"type":"function_call","call_id":"a","name":"f","arguments":${text}},{"type":"function_call_output","call_id":"a","output":"ok"}],"tools":[{"type":"function","name":"f","parameters":${schema}}]`,
  messages: `"max_tokens":9,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":${args}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"}]}],"tools":[{"name":"f","input_schema":${schema}}]`,
}
const paths = Object.keys(asked) as (keyof typeof asked)[]

/** All text of the arguments that a client gets: pieces of it are strings in most APIs. */
function argumentsIn(body: string): string {
  const pieces = [...body.matchAll(/"(?:partial_json|arguments|input)": ?("(?:[^"\\]|\\.)*")/g)].map(
    ([, piece]) => JSON.parse(piece!) as string,
  )
  return body + pieces.join('') + pieces.join('\n')
}

describe.each(Object.keys(answers) as OurWire[])('numbers with more digits than JavaScript has, of %s', (format) => {
  it.each([false, true])('reach clients of each API as the model wrote them, and go back so (streamed: %s)', async (stream) => {
    const seen: string[] = []
    const { whole, stream: events, type } = answers[format]
    const address = await startReadingUpstream((text, response) => {
      seen.push(text)
      response.writeHead(200, { 'content-type': stream ? type : 'application/json' }).end(stream ? events : whole)
    })
    const { url } = await startGateway('--upstream', new URL(address).origin, '--upstream-format', format)
    for (const path of paths) {
      const response = await fetch(`${url}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"model":"m","stream":${stream},${asked[path]}}`,
      })
      expect(argumentsIn(await response.text())).toMatch(digits)
      expect(argumentsIn(seen.at(-1)!)).toMatch(digits)
      expect(seen.at(-1)).toMatch(/"maximum": ?9223372036854775807\b/)
    }
  })
})
