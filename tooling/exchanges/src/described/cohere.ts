import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { done, events, json, typed } from './framing.ts'

/** Cohere's chat, version 2: thinking as content, without signatures. */
export const cohere: DescribedUpstream = {
  provider: 'cohere',
  model: 'command-a-reasoning-08-2025',
  responseId: 'response-c1',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: false,
  whole: (answer) =>
    json({
      id: 'response-c1',
      message: {
        role: 'assistant',
        content: contentOf(answer),
        ...(answer.calls !== undefined && { tool_calls: callsOf(answer) }),
      },
      finish_reason: reasonOf(answer),
      usage,
    }),
  streamed: (answer) =>
    events([
      start,
      ...contentOf(answer).flatMap(contentEvents),
      ...callsOf(answer).flatMap(({ id, type, function: { name, arguments: given } }, index) => [
        event('tool-call-start', { message: { tool_calls: { id, type, function: { name, arguments: '' } } } }, index),
        ...piecesOf(given).map((piece) => event('tool-call-delta', { message: { tool_calls: { function: { arguments: piece } } } }, index)),
        event('tool-call-end', undefined, index),
      ]),
      event('message-end', { finish_reason: reasonOf(answer), usage }),
      done,
    ]),
  refused: (message) => json({ message }, 429),
  failed: (message) => json({ message }),
  failedStream: (begun, message) =>
    events([
      start,
      ...contentEvents({ type: 'text', text: begun }, 0).slice(0, -1),
      event('message-end', { finish_reason: 'ERROR', error: message }),
    ]),
}

const usage = {
  billed_units: { input_tokens: tokens.input, output_tokens: tokens.output },
  tokens: { input_tokens: tokens.input, output_tokens: tokens.output, reasoning_tokens: tokens.reasoning },
}

const reasonOf = ({ calls = [] }: Answer): string => (calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE')

type Content = { type: 'thinking'; thinking: string } | { type: 'text'; text: string }

const contentOf = ({ thought, text }: Answer): Content[] => [
  ...(thought === undefined ? [] : [{ type: 'thinking' as const, thinking: thought }]),
  ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
]

const callsOf = ({ calls = [] }: Answer) =>
  calls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }))

const event = (type: string, delta?: Json, index?: number): string =>
  typed({ type, ...(index !== undefined && { index }), ...(delta !== undefined && { delta }) })

const start = typed({
  type: 'message-start',
  id: 'response-c1',
  delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
})

function contentEvents(content: Content, index: number): string[] {
  const [field, text] = content.type === 'thinking' ? ['thinking', content.thinking] : ['text', content.text]
  return [
    event('content-start', { message: { content: { type: content.type, [field]: '' } } }, index),
    ...piecesOf(text).map((piece) => event('content-delta', { message: { content: { [field]: piece } } }, index)),
    event('content-end', undefined, index),
  ]
}
