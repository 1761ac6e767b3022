import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { events, json, typed } from './framing.ts'

/** Messages as Anthropic sends them: a signed thinking block before text and calls. */
export const anthropicMessages: DescribedUpstream = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-6',
  responseId: 'msg_1',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: true,
  whole: (answer) => json(message(blocksOf(answer), reasonOf(answer), usage)),
  streamed: (answer) =>
    events([
      typed({ type: 'message_start', message: message([], null, { ...usage, output_tokens: 1, output_tokens_details: undefined }) }),
      typed({ type: 'ping' }),
      ...blocksOf(answer).flatMap(blockEvents),
      typed({ type: 'message_delta', delta: { stop_reason: reasonOf(answer), stop_sequence: null }, usage }),
      typed({ type: 'message_stop' }),
    ]),
  refused: (text) => json({ type: 'error', error: { type: 'rate_limit_error', message: text }, request_id: 'req_1' }, 429),
  failed: (text) => json(overloaded(text)),
  failedStream: (begun, text) =>
    events([
      typed({ type: 'message_start', message: message([], null, { ...usage, output_tokens: 1, output_tokens_details: undefined }) }),
      ...blockEvents({ type: 'text', text: begun }, 0).slice(0, 2),
      typed(overloaded(text)),
    ]),
}

const usage = {
  input_tokens: tokens.input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: tokens.output,
  output_tokens_details: { thinking_tokens: tokens.reasoning },
}

const message = (content: readonly Json[], stop_reason: string | null, of: Json): Json => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: anthropicMessages.model,
  content,
  stop_reason,
  stop_sequence: null,
  usage: of,
})

const overloaded = (text: string) => ({ type: 'error', error: { type: 'overloaded_error', message: text } })

const reasonOf = ({ calls = [] }: Answer): string => (calls.length > 0 ? 'tool_use' : 'end_turn')

type Block = Json & { type: string }

const blocksOf = ({ thought, signature = '', text, calls = [] }: Answer): Block[] => [
  ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature }]),
  ...(text === undefined ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
]

function blockEvents(block: Block, index: number): string[] {
  const { begun, deltas } = partsOf(block)
  return [
    typed({ type: 'content_block_start', index, content_block: { ...block, ...begun } }),
    ...deltas.map((delta) => typed({ type: 'content_block_delta', index, delta })),
    typed({ type: 'content_block_stop', index }),
  ]
}

function partsOf(block: Block): { begun: Json; deltas: Json[] } {
  if (block.type === 'text')
    return { begun: { text: '' }, deltas: piecesOf(String(block['text'])).map((text) => ({ type: 'text_delta', text })) }
  if (block.type === 'tool_use')
    return {
      begun: { input: {} },
      deltas: ['', ...piecesOf(JSON.stringify(block['input']))].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    }
  return {
    begun: { thinking: '', signature: '' },
    deltas: [
      ...piecesOf(String(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block['signature'] },
    ],
  }
}
