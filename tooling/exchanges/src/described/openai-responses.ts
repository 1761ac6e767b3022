import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { events, json, typed } from './framing.ts'

/** Responses as OpenAI sends them: reasoning as a summary and encrypted content, calls as items. */
export const openaiResponses: DescribedUpstream = {
  provider: 'openai',
  model: 'gpt-5',
  responseId: 'resp_1',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: true,
  whole: (answer) => json(response('completed', itemsOf(answer))),
  streamed(answer) {
    const items = itemsOf(answer)
    return stream([
      { type: 'response.created', response: response('in_progress', []) },
      { type: 'response.in_progress', response: response('in_progress', []) },
      ...items.flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: 'response.completed', response: response('completed', items) },
    ])
  },
  refused: (message) => json({ error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded' } }, 429),
  failed: (message) => json({ ...response('failed', []), error: { code: 'server_error', message } }),
  failedStream: (begun, message) =>
    stream([
      { type: 'response.created', response: response('in_progress', []) },
      ...itemEvents(itemsOf({ text: begun })[0]!, 0).slice(0, 3),
      { type: 'error', code: 'server_error', message, param: null },
      { type: 'response.failed', response: { ...response('failed', []), error: { code: 'server_error', message } } },
    ]),
}

const response = (status: string, output: readonly Json[]): Json => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_764_000_000,
  status,
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: openaiResponses.model,
  output,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'medium', summary: 'detailed' },
  store: false,
  tool_choice: 'auto',
  tools: [],
  usage:
    status === 'completed'
      ? {
          input_tokens: tokens.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: tokens.output,
          output_tokens_details: { reasoning_tokens: tokens.reasoning },
          total_tokens: tokens.total,
        }
      : null,
  metadata: {},
})

/** Finished items in the order of the format: reasoning, message, calls. Ids contain the first call's id, so that steps differ. */
function itemsOf({ thought, signature, text, calls = [] }: Answer): Json[] {
  const name = calls[0]?.id ?? 'last'
  return [
    ...(thought === undefined && signature === undefined
      ? []
      : [
          {
            id: `rs_${name}`,
            type: 'reasoning',
            encrypted_content: signature ?? null,
            summary: thought === undefined ? [] : [{ type: 'summary_text', text: thought }],
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            id: `msg_${name}`,
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', annotations: [], logprobs: [], text }],
          },
        ]),
    ...calls.map(({ id, name: called, arguments: given }) => ({
      id: `fc_${id}`,
      type: 'function_call',
      status: 'completed',
      arguments: JSON.stringify(given),
      call_id: id,
      name: called,
    })),
  ]
}

type Event = Json & { type: string }

function itemEvents(item: Json, output_index: number): Event[] {
  const at = { item_id: item['id'], output_index }
  const frame = (begun: Json, inner: readonly Event[]): Event[] => [
    { type: 'response.output_item.added', output_index, item: { ...item, ...begun } },
    ...inner,
    { type: 'response.output_item.done', output_index, item },
  ]
  if (item['type'] === 'function_call') {
    const given = item['arguments'] as string
    return frame({ status: 'in_progress', arguments: '' }, [
      ...piecesOf(given).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: given },
    ])
  }
  const isReasoning = item['type'] === 'reasoning'
  const [list, part, text] = isReasoning
    ? (['summary', 'reasoning_summary_part', 'reasoning_summary_text'] as const)
    : (['content', 'content_part', 'output_text'] as const)
  const begun = isReasoning ? { summary: [] } : { status: 'in_progress', content: [] }
  const parts = (item[list] as (Json & { text: string })[]).flatMap((whole, index) => {
    const place = { ...at, [isReasoning ? 'summary_index' : 'content_index']: index }
    return [
      { type: `response.${part}.added`, ...place, part: { ...whole, text: '' } },
      ...piecesOf(whole.text).map((delta) => ({ type: `response.${text}.delta`, ...place, delta })),
      { type: `response.${text}.done`, ...place, text: whole.text },
      { type: `response.${part}.done`, ...place, part: whole },
    ]
  })
  return frame(begun, parts)
}

const stream = (all: readonly Event[]) => events(all.map((event, sequence_number) => typed({ ...event, sequence_number })))
