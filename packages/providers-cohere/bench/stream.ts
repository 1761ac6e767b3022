/** A stream of small events, one read each, as the API sends them: first thinking, then the answer. */
export function createStream(events: number): { reads: string[]; reasoning: string; answer: string } {
  const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ ...rest, type })}\n\n`
  const content = (type: string, index: number, content: object): string => event(type, { delta: { message: { content } }, index })
  const tokens = Array.from({ length: events }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = events >> 1
  return {
    reads: [
      event('message-start', { id: 'm1', delta: { message: { role: 'assistant' } } }),
      content('content-start', 0, { type: 'thinking', thinking: '' }),
      ...tokens.slice(0, half).map((thinking) => content('content-delta', 0, { thinking })),
      event('content-end', { index: 0 }),
      content('content-start', 1, { type: 'text', text: '' }),
      ...tokens.slice(half).map((text) => content('content-delta', 1, { text })),
      event('content-end', { index: 1 }),
      event('message-end', { delta: { finish_reason: 'COMPLETE' } }),
    ],
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
