import type { Explanation, GenerationLine, LiveBalance, LiveUpstream } from '@reason/gateway-api'

/** A task for the operator. Its numbers are those of the latest generations. */
export type Todo =
  | { kind: 'budget'; balance: LiveBalance }
  | { kind: 'thinks-much'; key: string; share: number; requests: number }
  | { kind: 'leaks'; model: string; upstream: string | undefined; count: number; requests: number; latest: string | undefined }
  | { kind: 'exhausted'; model: string; count: number; requests: number }
  | { kind: 'guessed'; model: string; upstream: string }
  | { kind: 'upstream'; upstream: LiveUpstream }

/** Route of a model and adapter of its answers, from `GET /api/explain`. */
export interface Explained {
  upstream: string
  /** True if nothing is known of the model and its server, so that the format is detected in each answer. */
  isGuessed: boolean
  /** Unix milliseconds of the model's latest answer when this was requested. */
  asOf: number
}

/** Reads an explanation. Undefined if no upstream takes the model. */
export function explainedBy({ model, upstreams }: Explanation, asOf: number): Explained | undefined {
  const taken = upstreams.find(({ verdict }) => verdict === 'taken')
  if (taken === undefined) return undefined
  const { upstream, splitting, start } = taken
  const isKnown = splitting.native || Object.values(splitting.flags).some(({ value }) => value) || start.full?.by !== 'nothing'
  // Recordings of the gateway demonstrate detection on purpose.
  const isRecording = model.startsWith('embedded/')
  return { upstream, isGuessed: splitting.adapter === 'auto' && !isKnown && !isRecording, asOf }
}

interface Known {
  generations: readonly GenerationLine[]
  balances: readonly LiveBalance[]
  upstreams: readonly LiveUpstream[]
  /** Explanations by model. */
  explained: ReadonlyMap<string, Explained>
}

/** Codes of warnings about reasoning, or its markup, in an answer. */
const leakWarnings: ReadonlySet<string> = new Set([
  'answer-guarded',
  'late-closer',
  'reasoning-in-answer',
  'mixed-markup',
  'reasoning-repeated',
  'reasoning-overlap',
])

/** Share of reasoning tokens, and number of requests, from which a key is reported. */
const muchReasoning = 0.8
const leastRequests = 5

const order: readonly Todo['kind'][] = ['upstream', 'leaks', 'budget', 'exhausted', 'thinks-much', 'guessed']

/** Finds the tasks, most urgent first. */
export function findTodos({ generations, balances, upstreams, explained }: Known): Todo[] {
  const todos: Todo[] = [
    ...upstreams.flatMap((upstream): Todo[] => (isUnwell(upstream) ? [{ kind: 'upstream', upstream }] : [])),
    ...(['exceeded', 'warning'] as const).flatMap((level) =>
      balances.filter((balance) => balance.level === level).map((balance): Todo => ({ kind: 'budget', balance })),
    ),
    ...by(generations, ({ key }) => key).flatMap(([key, lines]) => thinksMuch(key, lines)),
    ...by(generations, ({ model }) => model).flatMap(([model, lines]) => ofModel(model, lines, explained.get(model))),
  ]
  return todos.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

const isUnwell = ({ health }: LiveUpstream): boolean => health === 'down' || health === 'degraded'

function thinksMuch(key: string, lines: readonly GenerationLine[]): Todo[] {
  const counted = lines.filter(({ reasoningTokens, totalTokens }) => reasoningTokens !== null && totalTokens !== null)
  const sum = (of: 'reasoningTokens' | 'totalTokens'): number => counted.reduce((total, line) => total + line[of]!, 0)
  const share = sum('reasoningTokens') / Math.max(1, sum('totalTokens'))
  return counted.length >= leastRequests && share >= muchReasoning ? [{ kind: 'thinks-much', key, share, requests: counted.length }] : []
}

function ofModel(model: string, lines: readonly GenerationLine[], explained: Explained | undefined): Todo[] {
  const leaks = lines.filter(({ warnings }) => warnings.some((code) => leakWarnings.has(code)))
  const exhausted = lines.filter(({ outcome }) => outcome === 'reasoning-exhausted').length
  const isGuessed = explained?.isGuessed === true && lines.some(({ status }) => status < 400)
  return [
    ...(leaks.length > 0 ? [leakOf(leaks)] : []),
    ...(exhausted > 0 ? [{ kind: 'exhausted', model, count: exhausted, requests: lines.length } as const] : []),
    ...(isGuessed ? [{ kind: 'guessed', model, upstream: explained.upstream } as const] : []),
  ]

  function leakOf(leaking: readonly GenerationLine[]): Todo {
    const latest = leaking.find(({ trace }) => trace !== null)?.trace ?? undefined
    return { kind: 'leaks', model, upstream: explained?.upstream, count: leaking.length, requests: lines.length, latest }
  }
}

/** Groups lines by name, latest group first. Lines without a name are left out. */
function by(lines: readonly GenerationLine[], nameOf: (line: GenerationLine) => string | null): [string, GenerationLine[]][] {
  const groups = new Map<string, GenerationLine[]>()
  for (const line of lines) {
    const name = nameOf(line)
    if (name === null) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [line])
    else group.push(line)
  }
  return [...groups]
}
