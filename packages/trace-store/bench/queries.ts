import type { TraceFilter, TraceStore } from '../src/index.ts'
import { generator, type TraceSource } from './traces.ts'

/** One kind of question, asked with other values each time. @returns how many it found */
export interface QueryKind {
  name: string
  ask(): Promise<number>
}

const hour = 3_600_000

export function queryKinds(store: TraceStore, source: TraceSource, cursors: readonly string[]): QueryKind[] {
  const random = generator(7)
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const list = (name: string, filter: () => TraceFilter): QueryKind => ({
    name,
    ask: async () => (await store.list(filter())).items.length,
  })
  const search = (name: string, query: () => string, filter: () => TraceFilter = () => ({})): QueryKind => ({
    name,
    ask: async () => (await store.search(query(), filter(), { limit: 20 })).items.length,
  })
  const frequent = () => source.words[Math.floor(random() * 20)]!
  const rare = () => source.words[20_000 + Math.floor(random() * 9_000)]!
  const time = () => source.from + random() * (source.to - source.from)

  return [
    { name: 'list, newest', ask: async () => (await store.list()).items.length },
    { name: 'list, anywhere in the middle', ask: async () => (await store.list({}, { after: one(cursors) })).items.length },
    {
      name: 'get',
      ask: async () =>
        (await store.get(
          `t${Math.floor(random() * 1000)
            .toString(36)
            .padStart(6, '0')}`,
        )) === undefined
          ? 0
          : 1,
    },
    list('filter: session', () => ({ session: `session-${Math.floor(random() * source.sessions)}` })),
    list('filter: run', () => ({ run: `run-${Math.floor(random() * source.runs)}` })),
    list('filter: model', () => ({ model: one(source.models) })),
    list('filter: provider', () => ({ provider: one(source.providers) })),
    list('filter: outcome', () => ({ outcome: one(source.outcomes) })),
    list('filter: model, outcome and time', () => ({
      model: one(source.models),
      outcome: one(source.outcomes),
      since: time(),
      until: source.to,
    })),
    list('filter: one hour', () => {
      const since = time()
      return { since, until: since + hour }
    }),
    list('filter: leak score', () => ({ minLeakScore: 0.9 + random() * 0.09 })),
    list('filter: reasoning tokens', () => ({ minReasoningTokens: 500 + Math.floor(random() * 3000) })),
    search('search: a frequent word', frequent),
    search('search: a rare word', rare),
    search('search: two frequent words', () => `${frequent()} ${frequent()}`),
    search('search: a frequent and a rare word', () => `${frequent()} ${rare()}`),
    search('search: a phrase', () => `"${frequent()} ${frequent()}"`),
    search('search: a beginning', () => `${rare().slice(0, 6)}*`),
    search('search: a frequent word in a session', frequent, () => ({ session: `session-${Math.floor(random() * source.sessions)}` })),
    search('search: a frequent word of a model and a week', frequent, () => ({
      model: one(source.models),
      since: source.to - 7 * 24 * hour,
    })),
  ]
}
