/** A stream of small events, as Responses servers send them: one read each, first a summary, then the answer. */
export function createResponsesStream(events: number): { reads: string[]; reasoning: string; answer: string } {
  let sequence = 0
  const event = (type: string, rest: Record<string, unknown>): string =>
    `event: response.${type}\ndata: ${JSON.stringify({ type: `response.${type}`, sequence_number: sequence++, ...rest })}\n\n`
  const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'mock-r1' }
  const tokens = Array.from({ length: events }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = events >> 1
  const reasoning = tokens.slice(0, half).join('')
  const answer = tokens.slice(half).join('')
  const thought = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }], encrypted_content: 'gAAAAA' }
  const message = {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: answer, annotations: [] }],
  }
  return {
    reads: [
      event('created', { response: { ...response, status: 'in_progress', output: [] } }),
      event('output_item.added', { output_index: 0, item: { id: 'rs_1', type: 'reasoning', summary: [] } }),
      ...tokens
        .slice(0, half)
        .map((delta) =>
          event('reasoning_summary_text.delta', { item_id: 'rs_1', output_index: 0, summary_index: 0, delta, obfuscation: 'abcdefgh' }),
        ),
      event('output_item.done', { output_index: 0, item: thought }),
      event('output_item.added', { output_index: 1, item: { ...message, status: 'in_progress', content: [] } }),
      ...tokens
        .slice(half)
        .map((delta) =>
          event('output_text.delta', { item_id: 'msg_1', output_index: 1, content_index: 0, delta, logprobs: [], obfuscation: 'abcdefgh' }),
        ),
      event('output_item.done', { output_index: 1, item: message }),
      event('completed', { response: { ...response, status: 'completed', output: [thought, message] } }),
    ],
    reasoning,
    answer,
  }
}
