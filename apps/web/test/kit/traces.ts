import type { TraceInput } from '@reason/trace-store'

const models = ['qwen3:8b', 'gpt-oss:20b', 'deepseek-r1:14b', 'claude-sonnet-4-5', 'embedded/qwen3-native']
const outcomes = ['stop', 'stop', 'stop', 'stop', 'tool-calls', 'length', 'reasoning-exhausted', 'error', 'aborted']
const places = ['Oslo', 'Paris', 'Lima']

/** Traces of all kinds, two seconds apart, and one whose text is so long. */
export function* manyTraces(count: number, longest: number): Generator<TraceInput> {
  const now = Date.now()
  const sentence = 'And then it went on and on, as nobody had told it to stop.\n'
  yield {
    id: 'trace_large',
    createdAt: now - (count + 1) * 2000,
    model: 'rambler',
    outcome: 'length',
    reasoningText: sentence.repeat(Math.ceil(longest / sentence.length)),
  }
  for (let number = count; number > 0; number--) yield traceOf(number, now - number * 2000)
}

function traceOf(number: number, createdAt: number): TraceInput {
  const outcome = outcomes[(number * 7) % outcomes.length]!
  const isExhausted = outcome === 'reasoning-exhausted'
  const tokens = (number * 37) % 2400
  const firstReasoningMs = 80 + ((number * 13) % 900)
  const reasoningMs = tokens * 9
  const spokenAt = firstReasoningMs + reasoningMs + 30
  return {
    id: `trace_${String(number).padStart(12, '0')}`,
    createdAt,
    sessionKey: number % 5 === 0 && number % 2 === 0 ? null : `chat-${number % 17}`,
    model: models[number % models.length]!,
    provider: number % 3 === 0 ? 'local' : null,
    adapter: 'think-tags',
    outcome,
    reasoningText:
      `The user wants to know about item ${number}. Their mail is [email:9fbc3349], and the key was [secret:openai-key:8fea7276].\n\n` +
      `Let me think about the weather in ${places[number % 3]}. 17 * 3 is 51.\nSo I will say that.`,
    reasoningTokens: tokens,
    reasoningTokensSource: 'reported',
    totalTokens: tokens + 320,
    durationMs: spokenAt + 700,
    answerChars: isExhausted ? 0 : 240,
    usage: {
      input: { value: 120, source: 'reported' },
      reasoning: { value: tokens, source: number % 2 ? 'reported' : 'estimated' },
      total: { value: tokens + 320, source: 'reported' },
    },
    timings: {
      firstReasoningMs,
      reasoningMs,
      ...(outcome === 'tool-calls' ? { firstToolCallMs: spokenAt } : isExhausted ? {} : { firstAnswerMs: spokenAt }),
    },
    boundaries: [
      { block: 0, channel: 'reasoning', boundary: isExhausted ? 'end-of-stream' : 'closer', chars: tokens * 4 },
      ...(isExhausted ? [] : [{ block: 1, channel: 'answer' as const, boundary: 'wire' as const, chars: 240 }]),
    ],
    warnings: number % 11 === 0 ? [{ code: 'orphan-close', count: 2, message: 'A closing tag came outside the reasoning.' }] : [],
    errors: outcome === 'error' ? [{ code: 'upstream_timeout', status: 504, message: 'No continuation in time.' }] : [],
    toolCalls: outcome === 'tool-calls' ? [{ id: 'call_1', name: 'get_weather', chars: 16 }] : [],
    seals:
      number % 13 === 0
        ? [{ kind: 'signature', sha256: '0123456789abcdef', chars: 412, wire: 'anthropic-messages', provider: 'anthropic' }]
        : [],
    leakScore: number % 23 === 0 ? 0.62 : 0,
    redactions: { email: 1, 'secret:openai-key': 1 },
    redactedBy: 'reason-1',
    metadata: { servedModel: 'Qwen/Qwen3-8B', upstream: 'gpu-1' },
  }
}
