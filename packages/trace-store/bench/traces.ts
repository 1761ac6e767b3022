import type { TraceInput } from '../src/index.ts'

/** A million traces of a month, the same each time: words as often as words are, lengths from a line to some pages. */
export interface TraceSource {
  words: readonly string[]
  models: readonly string[]
  providers: readonly string[]
  outcomes: readonly string[]
  sessions: number
  runs: number
  from: number
  to: number
  trace(index: number): TraceInput
}

const day = 86_400_000

export function traceSource(traces: number, to: number): TraceSource {
  const random = generator(42)
  const words = Array.from({ length: 30_000 }, (_, index) => wordOf(index))
  const models = Array.from({ length: 12 }, (_, index) => `model-${index}`)
  const providers = Array.from({ length: 6 }, (_, index) => `provider-${index}`)
  const outcomes = ['stop', 'stop', 'stop', 'stop', 'stop', 'stop', 'tool-calls', 'tool-calls', 'length', 'aborted']
  const sessions = Math.max(1, Math.round(traces / 20))
  const runs = Math.max(1, Math.round(traces / 5))
  const from = to - 30 * day
  // Texts are put together from ready-made sentences: making words one by one would be most of what is measured.
  const sentences = Array.from({ length: 20_000 }, () => sentence())

  return { words, models, providers, outcomes: [...new Set(outcomes), 'error'], sessions, runs, from, to, trace }

  function trace(index: number): TraceInput {
    const tokens = Math.round(Math.exp(4.5 + 1.1 * normal()))
    const rare = random()
    return {
      id: `t${index.toString(36).padStart(6, '0')}`,
      createdAt: Math.floor(from + ((to - from) * index) / traces),
      sessionKey: `session-${Math.floor(random() * sessions)}`,
      runId: `run-${Math.floor(random() * runs)}`,
      requestId: `request-${index}`,
      tenant: `team-${Math.floor(random() * 40)}`,
      model: models[skewed(models.length)]!,
      provider: providers[skewed(providers.length)]!,
      adapter: 'think-tags',
      adapterVersion: '1.0.0',
      outcome: rare < 0.002 ? 'error' : outcomes[Math.floor(random() * outcomes.length)]!,
      reasoningText: text(Math.min(40_000, tokens * 4)),
      reasoningTokens: tokens,
      reasoningTokensSource: 'reported',
      totalTokens: tokens + Math.floor(random() * 2000),
      durationMs: Math.floor(random() * 60_000),
      answerHash: 'a'.repeat(64),
      answerChars: Math.floor(random() * 4000),
      leakScore: random() < 0.97 ? 0 : random(),
      channels: { reasoning: { chars: tokens * 4, tokens: { value: tokens, source: 'reported' } }, answer: { chars: 800 } },
      usage: {
        input: { value: 500, source: 'reported' },
        output: { value: tokens + 200, source: 'reported' },
        reasoning: { value: tokens, source: 'reported' },
      },
      timings: { firstReasoningMs: 310.5, firstAnswerMs: 2200.25, reasoningMs: 1889.75 },
      boundaries: [
        { block: 0, channel: 'reasoning', boundary: 'closer', terminator: '</think>', chars: tokens * 4 },
        { block: 1, channel: 'answer', boundary: 'wire', chars: 800 },
      ],
      metadata: { region: 'eu', attempt: 1 },
    }
  }

  function text(chars: number): string {
    let made = ''
    while (made.length < chars) made += `${sentences[Math.floor(random() * sentences.length)]!} `
    return made.slice(0, Math.max(20, chars))
  }

  function sentence(): string {
    return `${Array.from({ length: 6 + Math.floor(random() * 14) }, () => words[zipf(words.length)]!).join(' ')}.`
  }

  /** The first words are by far the most frequent. */
  function zipf(count: number): number {
    return Math.min(count - 1, Math.floor(count ** random()) - 1)
  }

  function skewed(count: number): number {
    return Math.floor(count * random() * random())
  }

  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  }
}

const syllables = ['ba', 'ken', 'lo', 'mi', 'ra', 'tu', 'sel', 'vo', 'ni', 'dar', 'fe', 'gon', 'hi', 'ju', 'pax', 'zor']

function wordOf(index: number): string {
  let word = ''
  for (let rest = index + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16]!
  return word
}

/** Mulberry32: the same numbers for the same seed. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
