/** A stream of small lines, one read each, as the server sends them: first thinking, then the answer. */
export function createStream(lines: number): { reads: string[]; reasoning: string; answer: string } {
  const line = (message: object, rest: object = { done: false }): string =>
    `${JSON.stringify({ model: 'qwen3:4b', created_at: '2026-01-01T00:00:00.123456Z', message: { role: 'assistant', ...message }, ...rest })}\n`
  const tokens = Array.from({ length: lines }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = lines >> 1
  return {
    reads: [
      ...tokens.map((text, n) => line(n < half ? { content: '', thinking: text } : { content: text })),
      line({ content: '' }, { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: lines }),
    ],
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
