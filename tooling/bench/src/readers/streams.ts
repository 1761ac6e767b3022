/** A realistic stream of a format, one event per read. Half of the `events` are reasoning, half answer, each with one short token. */
export interface Stream {
  events: number
  reads: Uint8Array[]
}

const token = (index: number): string => `tok${index % 10}`
const sse = (value: { type?: string; [field: string]: unknown }): string =>
  `${value.type === undefined ? '' : `event: ${value.type}\n`}data: ${JSON.stringify(value)}\n\n`

function streamOf(events: number, frames: readonly string[]): Stream {
  const encoder = new TextEncoder()
  return { events, reads: frames.map((frame) => encoder.encode(frame)) }
}

export function chatStream(events: number): Stream {
  const chunk = (delta: object, finish: string | null = null) =>
    sse({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return streamOf(events, [
    chunk({ role: 'assistant', content: '' }),
    ...Array.from({ length: events }, (_, index) =>
      chunk(index < events / 2 ? { reasoning_content: token(index) } : { content: token(index) }),
    ),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ])
}

export function responsesStream(events: number): Stream {
  let sequence = 0
  const event = (type: string, more: object) => sse({ type, sequence_number: sequence++, ...more })
  const half = events / 2
  const deltas = (type: string, item: number, more: object) =>
    Array.from({ length: half }, (_, index) => event(type, { output_index: item, item_id: `i${item}`, ...more, delta: token(index) }))
  const response = { id: 'r1', object: 'response', model: 'm', status: 'in_progress', output: [] }
  return streamOf(events, [
    event('response.created', { response }),
    event('response.output_item.added', { output_index: 0, item: { type: 'reasoning', id: 'i0', summary: [] } }),
    ...deltas('response.reasoning_text.delta', 0, { content_index: 0 }),
    event('response.output_item.added', { output_index: 1, item: { type: 'message', id: 'i1', role: 'assistant', content: [] } }),
    ...deltas('response.output_text.delta', 1, { content_index: 0 }),
    event('response.completed', { response: { ...response, status: 'completed' } }),
  ])
}

export function messagesStream(events: number): Stream {
  const half = events / 2
  const deltas = (index: number, type: string, field: string) =>
    Array.from({ length: half }, (_, at) => sse({ type: 'content_block_delta', index, delta: { type, [field]: token(at) } }))
  return streamOf(events, [
    sse({
      type: 'message_start',
      message: { id: 'm1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
    }),
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    ...deltas(0, 'thinking_delta', 'thinking'),
    sse({ type: 'content_block_stop', index: 0 }),
    sse({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
    ...deltas(1, 'text_delta', 'text'),
    sse({ type: 'content_block_stop', index: 1 }),
    sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }),
    sse({ type: 'message_stop' }),
  ])
}
