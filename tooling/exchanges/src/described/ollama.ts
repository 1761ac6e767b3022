import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { json, lines } from './framing.ts'

/** Ollama's own chat format: lines of JSON, thinking in a field, and undivided calls without ids. */
export const ollama: DescribedUpstream = {
  provider: 'ollama',
  model: 'qwen3:4b',
  usage: { input: tokens.input, output: tokens.output, reasoning: null },
  isSigned: false,
  whole: (answer) => json(line({ content: answer.text ?? '', ...rest(answer) }, true)),
  streamed: (answer) =>
    lines([
      ...piecesOf(answer.thought ?? '').map((thinking) => line({ content: '', thinking })),
      ...piecesOf(answer.text ?? '').map((content) => line({ content })),
      ...(answer.calls === undefined ? [] : [line({ content: '', ...rest({ calls: answer.calls }) })]),
      line({ content: '' }, true),
    ]),
  refused: (message) => json({ error: message }, 429),
  failed: (message) => json({ error: message }),
  failedStream: (begun, message) => lines([line({ content: begun }), { error: message }]),
}

const rest = ({ thought, calls }: Answer): Json => ({
  ...(thought !== undefined && { thinking: thought }),
  ...(calls !== undefined && {
    tool_calls: calls.map(({ name, arguments: given }) => ({ function: { name, arguments: given } })),
  }),
})

const line = (message: Json, isLast = false): Json => ({
  model: ollama.model,
  created_at: '2026-11-01T06:38:03.222822Z',
  message: { role: 'assistant', ...message },
  done: isLast,
  ...(isLast && { done_reason: 'stop', total_duration: 9_000_000, prompt_eval_count: tokens.input, eval_count: tokens.output }),
})
