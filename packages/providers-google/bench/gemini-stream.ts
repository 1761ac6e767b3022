/** A stream of small chunks, one read each, as it comes from the API: first thoughts, then the answer. */
export function createStream(chunks: number): { reads: string[]; reasoning: string; answer: string } {
  const usageMetadata = {
    promptTokenCount: 10,
    totalTokenCount: 20,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
    thoughtsTokenCount: 10,
  }
  const chunk = (part: object, rest: object, tokens: number): string =>
    `data: ${JSON.stringify({
      candidates: [{ content: { parts: [part], role: 'model' }, ...rest, index: 0 }],
      usageMetadata: { ...usageMetadata, candidatesTokenCount: tokens },
      modelVersion: 'gemini-2.5-flash',
      responseId: 'OYpyaqycKd2V_uMP65TsgA0',
    })}\r\n\r\n`
  const tokens = Array.from({ length: chunks }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const half = chunks >> 1
  return {
    reads: tokens.map((text, n) =>
      chunk(n < half ? { text, thought: true } : { text }, n === chunks - 1 ? { finishReason: 'STOP' } : {}, n),
    ),
    reasoning: tokens.slice(0, half).join(''),
    answer: tokens.slice(half).join(''),
  }
}
