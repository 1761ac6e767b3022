import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { data, events, json } from './framing.ts'

/** `generateContent`: thoughts are parts, and the signature is on the first call or on an empty last text. */
export const gemini: DescribedUpstream = {
  provider: 'google',
  model: 'gemini-2.5-pro',
  responseId: 'response-r1',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: true,
  whole: (answer) => json(response([...partsOf(answer)], 'STOP')),
  streamed(answer) {
    const parts = partsOf(answer).flatMap((part) =>
      typeof part['text'] === 'string' && part['thoughtSignature'] === undefined
        ? piecesOf(part['text']).map((text) => ({ ...part, text }))
        : [part],
    )
    return events(parts.map((part, at) => data(response([part], at === parts.length - 1 ? 'STOP' : undefined))))
  },
  refused: (message) => json({ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } }, 429),
  failed: (message) => json(unavailable(message)),
  failedStream: (begun, message) => events([data(response([{ text: begun }])), data(unavailable(message))]),
}

const unavailable = (message: string): Json => ({ error: { code: 503, message, status: 'UNAVAILABLE' } })

const response = (parts: readonly Json[], finishReason?: string): Json => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }), index: 0 }],
  usageMetadata: {
    promptTokenCount: tokens.input,
    candidatesTokenCount: tokens.output - tokens.reasoning,
    thoughtsTokenCount: tokens.reasoning,
    totalTokenCount: tokens.total,
  },
  modelVersion: gemini.model,
  responseId: 'response-r1',
})

/** Parts of an answer. Calls have no ids. Without a call, the signature comes on an empty part after the text. */
const partsOf = ({ thought, signature, text, calls = [] }: Answer): Json[] => [
  ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
  ...(text === undefined ? [] : [{ text }]),
  ...calls.map(({ name, arguments: args }, at) => ({
    functionCall: { name, args },
    ...(at === 0 && signature !== undefined && { thoughtSignature: signature }),
  })),
  ...(calls.length === 0 && signature !== undefined ? [{ text: '', thoughtSignature: signature }] : []),
]
