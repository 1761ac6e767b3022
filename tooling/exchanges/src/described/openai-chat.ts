import { piecesOf, tokens, type DescribedUpstream, type Json } from './answer.ts'
import { finishOf, functionOf, usage } from './chat-fields.ts'
import { data, done, events, json } from './framing.ts'

/** Chat Completions as OpenRouter serves Claude: reasoning text in two fields, and its signature in a separate delta. */
export const openaiChat: DescribedUpstream = {
  provider: 'openrouter',
  model: 'anthropic/claude-sonnet-4.5',
  responseId: 'gen-1764000000-abc',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: true,
  whole: ({ thought, signature, text, calls }) =>
    json({
      ...envelope('chat.completion'),
      choices: [
        {
          index: 0,
          logprobs: null,
          finish_reason: finishOf(calls),
          native_finish_reason: calls === undefined ? 'end_turn' : 'tool_use',
          message: {
            role: 'assistant',
            content: text ?? '',
            refusal: null,
            reasoning: thought ?? null,
            ...(thought !== undefined && { reasoning_details: [detail({ text: thought, signature: signature ?? null })] }),
            ...(calls !== undefined && { tool_calls: calls.map(({ id, ...call }, index) => ({ index, id, ...functionOf(call) })) }),
          },
        },
      ],
      usage,
    }),
  streamed: ({ thought = '', signature, text = '', calls = [] }) =>
    events([
      ': OPENROUTER PROCESSING\n\n',
      ...piecesOf(thought).map((piece) => delta({ content: '', reasoning: piece, reasoning_details: [detail({ text: piece })] })),
      ...(signature === undefined ? [] : [delta({ content: '', reasoning: null, reasoning_details: [detail({ signature })] })]),
      ...piecesOf(text).map((piece) => delta({ content: piece })),
      ...calls.flatMap(({ id, name, arguments: given }, index) => [
        delta({ content: null, tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...piecesOf(JSON.stringify(given)).map((piece) =>
          delta({ content: null, tool_calls: [{ index, type: 'function', function: { arguments: piece } }] }),
        ),
      ]),
      delta({ content: '' }, finishOf(calls)),
      data({ ...envelope(chunk), choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage }),
      done,
    ]),
  refused: (message) => json({ error: { message, code: 429, metadata: { provider_name: 'Anthropic' } } }, 429),
  failed: (message) => json({ error: { code: 503, message, metadata: {} } }),
  failedStream: (begun, message) =>
    events([
      delta({ content: begun }),
      data({
        ...envelope(chunk),
        error: { code: 503, message },
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'error', native_finish_reason: null }],
      }),
      done,
    ]),
}

const chunk = 'chat.completion.chunk'

const envelope = (object: string): Json => ({
  id: 'gen-1764000000-abc',
  provider: 'Anthropic',
  model: openaiChat.model,
  object,
  created: 1_764_000_000,
})

const detail = (of: Json): Json => ({ type: 'reasoning.text', ...of, format: 'anthropic-claude-v1', index: 0 })

const delta = (of: Json, finish: string | null = null): string =>
  data({
    ...envelope(chunk),
    choices: [{ index: 0, delta: { role: 'assistant', ...of }, finish_reason: finish, native_finish_reason: finish, logprobs: null }],
  })
