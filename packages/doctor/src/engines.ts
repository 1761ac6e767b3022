import { redirectOf, type HttpAnswer } from './http/client.ts'
import { valueAt } from './json.ts'
import type { ServerQuestion, Answers } from './questions.ts'

export type EngineId = 'llama.cpp' | 'vllm' | 'ollama' | 'sglang' | 'lm-studio' | 'reason'

export interface KnownEngine {
  name: string
  /** Provider name in the wire formats. */
  provider?: string
  /** Location of the version. */
  version?: readonly [question: ServerQuestion, path: string]
  /** True for a proxy that answers much like the server behind it. Its own signs outvote all others. */
  inFront?: true
}

export const engines: Readonly<Record<EngineId, KnownEngine>> = {
  'llama.cpp': { name: 'llama.cpp (llama-server)', provider: 'llamacpp', version: ['props', 'build_info'] },
  vllm: { name: 'vLLM', provider: 'vllm', version: ['version', 'version'] },
  ollama: { name: 'Ollama', provider: 'ollama', version: ['ollama-version', 'version'] },
  sglang: { name: 'SGLang', provider: 'sglang', version: ['server-info', 'version'] },
  'lm-studio': { name: 'LM Studio', provider: 'lmstudio' },
  reason: { name: "Reason's own gateway", version: ['openapi', 'info.version'], inFront: true },
}

/** A response that identifies an engine. */
interface Sign {
  engine: EngineId
  question: ServerQuestion
  /** A header, or a path into the JSON. Without either, the body is tested. */
  header?: string
  path?: string
  is: RegExp
  /** True if other engines may respond alike. The sign counts only without stronger ones. */
  weak?: true
  /** Source of this knowledge. */
  source: string
}

const signs: readonly Sign[] = [
  { engine: 'llama.cpp', question: 'models', header: 'server', is: /^llama\.cpp$/, source: 'recorded: two builds send it with everything' },
  { engine: 'llama.cpp', question: 'health', header: 'server', is: /^llama\.cpp$/, source: 'recorded' },
  { engine: 'llama.cpp', question: 'models', path: 'data.0.owned_by', is: /^llamacpp$/, source: 'recorded' },
  { engine: 'llama.cpp', question: 'props', path: 'build_info', is: /^b\d+/, source: 'recorded' },
  {
    engine: 'llama.cpp',
    question: 'props',
    path: 'default_generation_settings.n_ctx',
    is: /^\d+$/,
    source: 'recorded; builds before build_info',
  },
  { engine: 'vllm', question: 'models', path: 'data.0.owned_by', is: /^vllm$/, source: 'its OpenAI-compatible server' },
  { engine: 'vllm', question: 'version', path: 'version', is: /^v?\d+\.\d+/, weak: true, source: 'its OpenAI-compatible server' },
  { engine: 'sglang', question: 'models', path: 'data.0.owned_by', is: /^sglang$/, source: 'its OpenAI-compatible server' },
  { engine: 'sglang', question: 'server-info', path: 'model_path', is: /./, source: 'documentation, "SGLang Native APIs"' },
  { engine: 'sglang', question: 'model-info', path: 'model_path', is: /./, source: 'documentation, "SGLang Native APIs"' },
  { engine: 'ollama', question: 'root', is: /^Ollama is running/, source: 'its server' },
  {
    engine: 'ollama',
    question: 'tags',
    path: 'models.0.digest',
    is: /^[0-9a-f]{12,}$/,
    source: 'documentation, api.md; llama-server leaves it empty',
  },
  { engine: 'ollama', question: 'ollama-version', path: 'version', is: /^\d+\.\d+/, source: 'documentation, api.md' },
  { engine: 'lm-studio', question: 'lm-studio-models', path: 'data.0.compatibility_type', is: /./, source: 'documentation, "REST API v0"' },
  {
    engine: 'lm-studio',
    question: 'props',
    is: /Unexpected endpoint or method/,
    source: 'reported: it answers so, with 200, to any path it lacks',
  },
  {
    engine: 'lm-studio',
    question: 'models',
    path: 'data.0.owned_by',
    is: /^organization[-_]owner$/,
    weak: true,
    source: 'its OpenAI-compatible server',
  },
  { engine: 'reason', question: 'openapi', path: 'info.title', is: /^Reason gateway$/, source: 'ours; needs no key' },
  { engine: 'reason', question: 'ready', path: 'budgets.store', is: /./, source: 'ours' },
  { engine: 'reason', question: 'models', path: 'data.0.owned_by', is: /^reason$/, source: 'ours: recordings' },
]

export interface EngineIdentity {
  /** Undefined if no response identifies the server. */
  id?: EngineId
  version?: string
  /** Signs that identified the server, for people. */
  evidence: string[]
  /** Engines that other responses point to. */
  others: EngineId[]
}

/**
 * Identifies a server by its responses: a proxy first, else the engine to which most wire formats point. Weak signs
 * count only if there are no others.
 */
export function identify(answers: Answers): EngineIdentity {
  const found = signs.flatMap((sign) => {
    const value = look(sign, answers[sign.question])
    return value === undefined ? [] : [{ sign, value }]
  })
  const strong = found.filter(({ sign }) => sign.weak !== true)
  const votes = new Map<EngineId, number>()
  for (const { sign } of strong.length > 0 ? strong : found) votes.set(sign.engine, (votes.get(sign.engine) ?? 0) + 1)
  const [first, ...others] = [...votes].toSorted(([a, one], [b, other]) => inFront(b) - inFront(a) || other - one)
  if (first === undefined) return { evidence: [], others: [] }
  const [id] = first
  const version = versionOf(id, answers)
  return {
    id,
    ...(version !== undefined && { version }),
    evidence: [...new Set(found.filter(({ sign }) => sign.engine === id).map(({ sign, value }) => describe(sign, value)))],
    others: others.map(([engine]) => engine),
  }
}

const inFront = (id: EngineId): number => Number(engines[id].inFront === true)

function look({ header, path, is }: Sign, answer: HttpAnswer | undefined): string | undefined {
  if (answer === undefined || answer.status === 0 || redirectOf(answer) !== undefined) return undefined
  const value = header !== undefined ? answer.headers.get(header) : path !== undefined ? valueAt(answer.json, path) : answer.body
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  if (text === undefined || !is.test(text)) return undefined
  return header === undefined && path === undefined ? is.exec(text)![0] : text
}

function versionOf(id: EngineId, answers: Answers): string | undefined {
  const { version } = engines[id]
  const value = version === undefined ? undefined : valueAt(answers[version[0]]?.json, version[1])
  return typeof value === 'string' && value !== '' ? value : undefined
}

function describe({ question, header, path }: Sign, value: string): string {
  const short = value.length > 60 ? `${value.slice(0, 60)}…` : value
  if (header !== undefined) return `header "${header}: ${short}"`
  return path === undefined ? `"${short}" from ${question}` : `${path} is "${short}" in ${question}`
}
