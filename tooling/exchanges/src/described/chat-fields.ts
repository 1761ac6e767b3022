import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { data, done, events, json } from './framing.ts'

export interface ChatField {
  provider: string
  model: string
  /** Field of messages and deltas with the reasoning. */
  field: 'reasoning_content' | 'reasoning'
}

/** Chat Completions with reasoning in a field and without signatures, as inference servers and DeepSeek send it. */
export function chatWithField({ provider, model, field }: ChatField): DescribedUpstream {
  const envelope = (object: string): Json => ({ id: responseId, object, created: 1_764_000_000, model })
  const delta = (of: Json, finish: string | null = null): string =>
    data({ ...envelope('chat.completion.chunk'), choices: [{ index: 0, delta: of, logprobs: null, finish_reason: finish }], usage: null })
  return {
    provider,
    model,
    responseId,
    usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
    isSigned: false,
    whole: ({ thought, text, calls }) =>
      json({
        ...envelope('chat.completion'),
        choices: [
          {
            index: 0,
            logprobs: null,
            finish_reason: finishOf(calls),
            message: {
              role: 'assistant',
              content: text ?? null,
              ...(thought !== undefined && { [field]: thought }),
              ...(calls !== undefined && {
                tool_calls: calls.map(({ id, ...call }) => ({ id, ...functionOf(call) })),
              }),
            },
          },
        ],
        usage,
      }),
    streamed: ({ thought = '', text = '', calls = [] }) =>
      events([
        delta({ role: 'assistant', content: null }),
        ...piecesOf(thought).map((piece) => delta({ content: null, [field]: piece })),
        ...piecesOf(text).map((piece) => delta({ content: piece })),
        ...calls.flatMap(({ id, name, arguments: given }, index) => [
          delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
          ...piecesOf(JSON.stringify(given)).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ]),
        delta({}, finishOf(calls)),
        data({ ...envelope('chat.completion.chunk'), choices: [], usage }),
        done,
      ]),
    refused: (message) => json({ error: { message, type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' } }, 429),
    failed: (message) => json({ error: { message, type: 'server_error', code: 503 } }),
    failedStream: (begun, message) => events([delta({ content: begun }), data({ error: { message, type: 'server_error', code: 503 } })]),
  }
}

const responseId = 'chatcmpl-1'

export const usage = {
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.total,
  completion_tokens_details: { reasoning_tokens: tokens.reasoning },
}

export const finishOf = (calls: Answer['calls'] = []): string => (calls.length > 0 ? 'tool_calls' : 'stop')

export const functionOf = ({ name, arguments: given }: { name: string; arguments: object }): Json => ({
  type: 'function',
  function: { name, arguments: JSON.stringify(given) },
})
