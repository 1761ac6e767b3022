import { ReasonError } from '@reason/core'
import type { FullWireFormat, WireEndpoint } from '@reason/core/wire'
import type { Address } from './http/address.ts'
import { errorOf, isHtml, redirectOf, type HttpAnswer, type HttpClient } from './http/client.ts'
import { engines, identify, type KnownEngine, type EngineId, type EngineIdentity } from './engines.ts'
import { hostOf, type Host } from './hosts.ts'
import type { Notation } from './http/notation.ts'
import { objectsAt } from './json.ts'
import { askAll, type Answers } from './questions.ts'
import type { WireId, DoctorWires } from './wires.ts'

/** Facts about a server before a model is asked. */
export interface Survey {
  identity: EngineIdentity
  engine?: KnownEngine
  host?: Host
  /** The provider whose rules its requests and answers follow. */
  provider?: string
  wire: FullWireFormat
  /** Base address of the paths of that format. */
  base: string
  /** Wire formats that it has endpoints for. */
  formats: WireId[]
  models: string[]
  answers: Answers
  /** Reason why the server does not answer: a missing key, or a model that is being loaded. */
  obstacle?: { kind: 'key' | 'loading'; evidence: string }
  /** The path in the given address, if the API is at another one. */
  expectedPath?: string
}

export interface SurveyOptions {
  client: HttpClient
  wires: DoctorWires
  key?: string
  /** Wire format of the server, if known. */
  format?: WireId
  timeoutMs: number
  notation: Notation
}

/**
 * Sends a server all requests that are free.
 *
 * @throws {ReasonError} `REASON_NO_UPSTREAM` if there is no server, or none with an API.
 */
export async function survey(address: Address, options: SurveyOptions): Promise<Survey> {
  const host = hostOf(address.hostname)
  return host === undefined ? surveyServer(address, options) : surveyHost(address, host, options)
}

/** Headers of a request to an API. */
export const headersFor = ({ keyHeader = 'authorization', headers }: WireEndpoint, key: string | undefined): Record<string, string> => ({
  ...headers,
  ...(key !== undefined && { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${key}` : key }),
})

/** Surveys a hosted API, which is identified by its host name. */
async function surveyHost(address: Address, host: Host, { client, wires, key, format, timeoutMs }: SurveyOptions): Promise<Survey> {
  const own = host.wire ?? 'openai-chat'
  const id = format ?? own
  const { endpoint } = wires[id]
  const path = address.path === '' ? ((id === own ? host.base : undefined) ?? endpoint.base) : address.path
  const base = address.origin + path
  const answer =
    endpoint.models === undefined
      ? undefined
      : await client.ask(base + endpoint.models.path, { headers: headersFor(endpoint, key), timeoutMs })
  if (answer !== undefined) rejectUnreachable(address, [answer])
  const obstacle = answer === undefined ? undefined : obstacleIn([answer])
  return {
    identity: { evidence: [`host ${address.hostname}`], others: [] },
    host,
    provider: host.provider,
    wire: wires[id],
    base,
    formats: [id],
    models: answer === undefined ? [] : modelsIn(answer, endpoint),
    answers: answer === undefined ? {} : { models: answer },
    ...(obstacle !== undefined && { obstacle }),
    ...(address.path === '' && path !== endpoint.base && { expectedPath: endpoint.base }),
  }
}

/** Surveys a server with all requests, under all usual paths. */
async function surveyServer(address: Address, { client, wires, key, format, timeoutMs, notation }: SurveyOptions): Promise<Survey> {
  const { origin, path } = address
  const openai = wires['openai-chat'].endpoint
  const headers = headersFor(openai, key)
  const ask = { headers, timeoutMs }
  const usual = ['/v1', '', '/api/v1', '/openai/v1']
  const bases = [...new Set(path === '' ? usual : [path, `${path}/v1`, ...usual])]
  const [answers, tried] = await Promise.all([
    askAll(origin, client, headers, timeoutMs),
    Promise.all(
      bases.map(async (base) => {
        const [models, chat] = await Promise.all([
          client.ask(`${origin}${base}/models`, ask),
          client.ask(`${origin}${base}/chat/completions`, { ...ask, method: 'POST', body: {} }),
        ])
        return { base, models, chat }
      }),
    ),
  ])
  const all = [...Object.values(answers), ...tried.flatMap(({ models, chat }) => [models, chat])]
  rejectUnreachable(address, all)

  const found = tried.find(({ models, chat }) => modelsIn(models, openai).length > 0 || isEndpoint(chat))
  answers.models = (found ?? tried[0]!).models
  const identity = identify(answers)
  const engine = identity.id === undefined ? undefined : engines[identity.id]
  const openaiBase = found?.base ?? (path === '' ? '/v1' : path)
  const formats = [
    ...(found !== undefined && isEndpoint(found.chat) ? (['openai-chat'] as const) : []),
    ...(await others(origin, openaiBase, client, ask)),
  ]
  const obstacle = obstacleIn(tried.flatMap(({ models, chat }) => [chat, models]))
  if (obstacle === undefined) rejectBroken(address, all)
  if (found === undefined && formats.length === 0 && obstacle === undefined) throw noApi(address, all, notation)
  const wire = wires[format ?? formats[0] ?? 'openai-chat']
  const { endpoint } = wire
  const base = endpoint.base === openai.base ? openaiBase : endpoint.base
  const list = wire.id === 'ollama' ? answers.tags : answers.models
  // The gateway adds `/v1` if no path was given, and keeps a given path.
  const given = path === '' ? endpoint.base : path
  return {
    identity,
    ...(engine !== undefined && { engine }),
    ...(engine?.provider !== undefined && { provider: engine.provider }),
    wire,
    base: origin + base,
    formats,
    models: usable(list === undefined ? [] : modelsIn(list, endpoint), identity.id, answers),
    answers,
    ...(obstacle !== undefined && { obstacle }),
    ...(given !== base && { expectedPath: given }),
  }
}

/** Finds other wire formats with empty requests, which are free: a server with the endpoint rejects the request, a server without it the path. */
async function others(origin: string, base: string, client: HttpClient, ask: object): Promise<WireId[]> {
  const urls: [WireId, string][] = [
    ['ollama', `${origin}/api/chat`],
    ['openai-responses', `${origin}${base}/responses`],
    ['anthropic-messages', `${origin}${base}/messages`],
  ]
  const found = await Promise.all(
    urls.map(async ([id, url]) => ({ id, answer: await client.ask(url, { ...ask, method: 'POST', body: {} }) })),
  )
  return found.filter(({ answer }) => isEndpoint(answer)).map(({ id }) => id)
}

function isEndpoint(answer: HttpAnswer): boolean {
  const { status, body } = answer
  if (status < 200 || [401, 403, 404, 405, 501, 503].includes(status)) return false
  return redirectOf(answer) === undefined && !isHtml(answer) && !/Unexpected endpoint/.test(body)
}

function modelsIn({ status, json }: HttpAnswer, { models }: WireEndpoint): string[] {
  if (status !== 200 || models === undefined) return []
  const { list = 'data', id: field = 'id' } = models
  return objectsAt(json, list).flatMap((model) => {
    const id = model[field]
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : []
  })
}

/** Returns the chat models. The loaded ones come first if the server lists them. */
function usable(models: string[], engine: EngineId | undefined, { 'lm-studio-models': known }: Answers): string[] {
  // Not "embedded", because the gateway's own recordings have that name.
  const chats = models.filter((id) => !/embed(?!ded)|rerank/i.test(id))
  if (engine !== 'lm-studio' || known === undefined) return chats
  const loaded = objectsAt(known.json, 'data').filter(({ state }) => state === 'loaded')
  const first = loaded.map(({ id }) => id).filter((id): id is string => typeof id === 'string' && chats.includes(id))
  return [...new Set([...first, ...chats])]
}

function obstacleIn(answers: readonly HttpAnswer[]): Survey['obstacle'] {
  const locked = answers.find(({ status }) => status === 401 || status === 403)
  if (locked !== undefined) return { kind: 'key', evidence: `HTTP ${locked.status}: ${errorOf(locked)}` }
  const loading = answers.find(({ status, body }) => status === 503 && /loading/i.test(body))
  return loading === undefined ? undefined : { kind: 'loading', evidence: `HTTP 503: ${errorOf(loading)}` }
}

function rejectUnreachable({ origin }: Address, answers: readonly HttpAnswer[]): void {
  if (answers.some(({ unreachable }) => unreachable !== true)) return
  throw noUpstream(`no server answers at ${origin}: ${answers[0]!.failure}.`)
}

/** Rejects a server that fails every request, even for paths that no server has. */
function rejectBroken({ origin }: Address, answers: readonly HttpAnswer[]): void {
  const came = answers.filter(({ status }) => status > 0)
  if (came.some(({ status }) => status < 500 && status !== 429)) return
  const first = came[0]!
  const words = first.body === '' || isHtml(first) ? '' : ` (${errorOf(first)})`
  throw noUpstream(
    `${origin} answers HTTP ${first.status}${words} to everything. Its own log says why. If it is a proxy, check that the server behind it runs.`,
  )
}

function noApi({ origin }: Address, answers: readonly HttpAnswer[], notation: Notation): Error {
  const to = answers.map(redirectOf).find((one) => one !== undefined)
  if (to !== undefined) {
    return noUpstream(
      `${origin} redirects to ${to}, which is not followed: a key would go along. If you trust that, give its address to ${notation('upstream')}.`,
    )
  }
  if (answers.some(isHtml)) {
    return noUpstream(
      `${origin} is a web site and no API: it answers in HTML. Check the port and the path of ${notation('upstream')}; APIs mostly are under /v1.`,
    )
  }
  const { status, body } = answers.find((answer) => answer.status > 0)!
  return noUpstream(
    `${origin} has no known API: it answers HTTP ${status}${body === '' ? '' : ` (${errorOf({ body, json: undefined })})`}. Check the port and the path of ${notation('upstream')}, or say what it speaks with ${notation('format')}.`,
  )
}

const noUpstream = (message: string): ReasonError => new ReasonError('REASON_NO_UPSTREAM', message)
