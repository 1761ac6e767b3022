import type { TextAdapter } from './adapter.ts'
import type { WireFormat } from './wire.ts'

export { createFromPlugin } from './create-from-plugin.ts'

/**
 * Lists faults in an adapter's data, each as a phrase that follows the adapter's name: `has …`. The types demand the same. Authors of plain JavaScript
 * see these faults when the adapter is loaded, instead of a failing request later. Unknown capability names are accepted, because they may be newer.
 * `checkSpecVersion` checks the version.
 *
 * Exported only by `@reason/core/manifest`, because only loaders of third-party adapters need it.
 *
 * @returns Empty if the data is valid.
 */
export function manifestProblems(adapter: TextAdapter | WireFormat): string[] {
  const { id, kind, passports } = adapter as { id?: unknown; kind?: unknown; passports?: unknown }
  return [
    ...(isText(id) ? [] : [`has the id ${show(id)}, which must be a text`]),
    ...(kind === 'text' || kind === 'wire' ? [] : [`has the kind ${show(kind)}, which must be "text" or "wire"`]),
    ...list('passports', passports, passportProblems),
    ...capabilityProblems((adapter as { capabilities?: unknown }).capabilities),
    ...(kind === 'wire' ? wireProblems(adapter as object) : textProblems(adapter as object)),
  ]
}

function wireProblems(wire: { dialects?: unknown; endpoint?: unknown }): string[] {
  const functions = ['createReader', 'createWriter', 'readResponse', 'writeResponse']
  return [
    ...functions.flatMap((name) => (typeof (wire as Record<string, unknown>)[name] === 'function' ? [] : [`has no function ${name}`])),
    ...(wire.dialects === undefined || isTexts(wire.dialects)
      ? []
      : [`has the dialects ${show(wire.dialects)}, which must be a list of names`]),
    ...endpointProblems(wire.endpoint),
  ]
}

function endpointProblems(endpoint: unknown): string[] {
  if (endpoint === undefined) return []
  if (!isObject(endpoint)) return [`has the endpoint ${show(endpoint)}, which must be an object`]
  const { base, path, keyHeader, headers, passes, framing, choices, models, embeddings } = endpoint
  const names = [keyHeader, ...Object.keys(Object(headers) as object), ...(Array.isArray(passes) ? (passes as unknown[]) : [])]
  return [
    ...(base === '' || isPath(base) ? [] : [`has endpoint.base ${show(base)}, which must be empty or begin with a slash`]),
    ...(typeof path === 'function' ? pathProblems(path) : ['has no function endpoint.path']),
    ...(headers === undefined || (isObject(headers) && isTexts(Object.values(headers)))
      ? []
      : [`has endpoint.headers ${show(headers)}, which must be an object of texts`]),
    ...(passes === undefined || Array.isArray(passes)
      ? []
      : [`has endpoint.passes ${show(passes)}, which must be a list of names of headers`]),
    ...names.flatMap((name) =>
      name === undefined || isHeader(name) ? [] : [`has the header ${show(name)} in its endpoint, which must be a name in lower case`],
    ),
    ...(framing === undefined || framings.has(framing)
      ? []
      : [`has endpoint.framing ${show(framing)}, which must be one of: ${[...framings].join(', ')}`]),
    ...expected('boolean', 'endpoint.choices', choices),
    ...(models === undefined ? [] : listProblems(models)),
    ...(embeddings === undefined || isPath(embeddings)
      ? []
      : [`has endpoint.embeddings ${show(embeddings)}, which must begin with a slash`]),
  ]
}

/** The gateway calls `endpoint.path` for each request. */
function pathProblems(path: Function): string[] {
  return [true, false].flatMap((stream) => {
    try {
      const at: unknown = path('some-model', stream)
      return isPath(at) ? [] : [`answers endpoint.path("some-model", ${stream}) with ${show(at)}, which must begin with a slash`]
    } catch (error) {
      return [`throws at endpoint.path("some-model", ${stream}): ${String(error)}`]
    }
  })
}

function listProblems(models: unknown): string[] {
  if (!isObject(models)) return [`has endpoint.models ${show(models)}, which must be an object`]
  const { path, list, id } = models
  return [
    ...(isPath(path) ? [] : [`has endpoint.models.path ${show(path)}, which must begin with a slash`]),
    ...expected('string', 'endpoint.models.list', list),
    ...expected('string', 'endpoint.models.id', id),
  ]
}

const framings: ReadonlySet<unknown> = new Set(['sse', 'ndjson', 'aws-eventstream'])

function capabilityProblems(capabilities: unknown): string[] {
  if (!isObject(capabilities)) return [`has the capabilities ${show(capabilities)}, which must be an object`]
  return Object.entries(capabilities).flatMap(([name, value]) => expected('boolean', `capabilities.${name}`, value))
}

function textProblems(adapter: { signals?: unknown; createSplitter?: unknown; match?: unknown }): string[] {
  const { signals, createSplitter } = adapter
  return [
    ...list('signals', signals, signalProblems),
    ...(typeof createSplitter === 'function' ? [] : ['has no function createSplitter']),
    ...matchProblems(adapter),
  ]
}

function signalProblems({ text, before }: Record<string, unknown>, at: string): string[] {
  return [
    ...(isText(text) ? [] : [`has ${at}.text ${show(text)}, which must be a text that is not empty`]),
    ...(before === undefined || before === 'reasoning' || before === 'answer'
      ? []
      : [`has ${at}.before ${show(before)}, which must be "reasoning" or "answer"`]),
  ]
}

function passportProblems(passport: Record<string, unknown>, at: string): string[] {
  const { models, flags, options, provider, source, serviceTokens, catchAll, priority } = passport
  return [
    ...(isTexts(models) ? [] : [`has ${at}.models ${show(models)}, which must be a list of patterns of names`]),
    ...(flags === undefined || isObject(flags) ? [] : [`has ${at}.flags ${show(flags)}, which must be an object`]),
    ...Object.entries(Object(flags) as object).flatMap(([id, value]) => expected('boolean', `${at}.flags.${id}`, value)),
    ...(options === undefined || isObject(options) ? [] : [`has ${at}.options ${show(options)}, which must be an object`]),
    ...(serviceTokens === undefined || isTexts(serviceTokens)
      ? []
      : [`has ${at}.serviceTokens ${show(serviceTokens)}, which must be a list of texts`]),
    ...expected('string', `${at}.provider`, provider),
    ...expected('string', `${at}.source`, source),
    ...expected('boolean', `${at}.catchAll`, catchAll),
    ...expected('number', `${at}.priority`, priority),
  ]
}

/** The registry calls `match` for each request, even without a model. */
function matchProblems(adapter: { match?: unknown }): string[] {
  if (adapter.match === undefined) return []
  if (typeof adapter.match !== 'function') return [`has the match ${show(adapter.match)}, which must be a function`]
  return [{}, { model: 'some-model', provider: 'some-provider' }].flatMap((query) => {
    try {
      const { verdict } = Object((adapter as TextAdapter).match!(query)) as { verdict?: unknown }
      if (verdict === 'yes' || verdict === 'no' || verdict === 'unknown') return []
      return [`answers match(${show(query)}) with the verdict ${show(verdict)}, which must be "yes", "no" or "unknown"`]
    } catch (error) {
      return [`throws at match(${show(query)}): ${String(error)}`]
    }
  })
}

function list(name: string, value: unknown, problemsOf: (one: Record<string, unknown>, at: string) => string[]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`has the ${name} ${show(value)}, which must be a list`]
  return value.flatMap((one: unknown, index) =>
    isObject(one) ? problemsOf(one, `${name}[${index}]`) : [`has ${name}[${index}] ${show(one)}, which must be an object`],
  )
}

const expected = (type: string, name: string, value: unknown): string[] =>
  // oxlint-disable-next-line valid-typeof
  value === undefined || typeof value === type ? [] : [`has ${name} ${show(value)}, which must be a ${type}`]

const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('/')
const isHeader = (value: unknown): boolean => typeof value === 'string' && /^[!#$%&'*+.^_`|~\da-z-]+$/.test(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : isObject(value) ? JSON.stringify(value) : String(value)
