import { benchWire, textTransport } from '@reason/exchanges/bench'
import { gemini } from '../src/index.ts'

// node --conditions=@reason/source bench/gemini.bench.ts [chunks]

const usageMetadata = {
  promptTokenCount: 10,
  totalTokenCount: 20,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
  thoughtsTokenCount: 10,
}

/** Each counts what was generated so far. */
const chunk = (part: object, tokens: number, rest: object = {}): string =>
  `data: ${JSON.stringify({
    candidates: [{ content: { parts: [part], role: 'model' }, ...rest, index: 0 }],
    usageMetadata: { ...usageMetadata, candidatesTokenCount: tokens },
    modelVersion: 'gemini-2.5-flash',
    responseId: 'OYpyaqycKd2V_uMP65TsgA0',
  })}\r\n\r\n`

benchWire(gemini(), textTransport('sse'), (reasoning, answer) => [
  ...reasoning.map((thought, n) => chunk({ text: thought, thought: true }, n)),
  ...answer.map((token, n) => chunk({ text: token }, reasoning.length + n, n === answer.length - 1 ? { finishReason: 'STOP' } : {})),
])
