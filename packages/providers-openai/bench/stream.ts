/** A stream of small events, as an engine sends them: one read each, first reasoning, then the answer. */
export function createStream(events: number): { reads: string[]; reasoning: string; answer: string } {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'mock-r1' }
  const event = (delta: unknown, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const tokens = Array.from({ length: events }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = events >> 1
  return {
    reads: [
      event({ role: 'assistant', content: '' }),
      ...tokens.map((text, n) => event(n < half ? { reasoning_content: text } : { content: text })),
      event({}, 'stop'),
      'data: [DONE]\n\n',
    ],
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
