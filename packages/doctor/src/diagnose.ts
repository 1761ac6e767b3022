import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { configurationFor } from './configuration.ts'
import { describeUpstream, quickMs } from './description.ts'
import type { Diagnosis } from './diagnosis.ts'
import { examine } from './examine.ts'
import type { Examination } from './examination.ts'
import type { Finding } from './finding.ts'
import { engineFindings } from './findings/control.ts'
import { descriptionFinding } from './findings/description.ts'
import { reasoningFindings } from './findings/reasoning.ts'
import { requestFinding } from './findings/request.ts'
import { serverFindings } from './findings/server.ts'
import { streamingFindings } from './findings/streaming.ts'
import { thinkingOffFinding } from './findings/thinking-off.ts'
import { toolFinding } from './findings/tools.ts'
import { usageFinding } from './findings/usage.ts'
import { isLoopback, parseAddress, type Address } from './http/address.ts'
import { createHttpClient, type HttpClient } from './http/client.ts'
import type { Notation } from './http/notation.ts'
import { withDefaults, type DiagnoseOptions, type DiagnoseSettings } from './options.ts'
import { probes } from './probes.ts'
import { survey, type Survey } from './survey.ts'
import { createWires, wireIds } from './wires.ts'

/**
 * Examines a server that runs models: its identity, the places of its reasoning, leaks, and remedies.
 *
 * The function sends all requests that are free. If `send` allows it, a model then answers four small requests, one
 * after another. Redirects are not followed, because the key would go along.
 *
 * @param upstream - Address of the server, with or without `/v1`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` for an upstream that is no address, and an unknown format;
 * `REASON_NO_UPSTREAM` if no server answers there, or none with an API that is known.
 */
export async function diagnose(upstream: string, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const settings = withDefaults(options)
  const { key, format, timeoutMs, notation } = settings
  const address = parseAddress(upstream, notation)
  if (format !== undefined && !wireIds.includes(format)) throw unknownFormat(format, notation)
  const client = createHttpClient({
    timeoutMs,
    timeoutOption: notation('timeoutMs'),
    ...(key !== undefined && { key }),
    ...(settings.fetch !== undefined && { fetch: settings.fetch }),
  })
  const found = await survey(address, {
    client,
    wires: createWires(),
    timeoutMs: Math.min(timeoutMs, quickMs),
    notation,
    ...(key !== undefined && { key }),
    ...(format !== undefined && { format }),
  })
  const { examination, findings } = await examineModel(address, found, client, settings)
  const description = examination?.description ?? (await describeUpstream(found, client, settings.model ?? found.models[0], key))
  const { identity, engine, host, base, formats, models } = found
  const server = host?.name ?? engine?.name
  return {
    upstream: base,
    ...(server !== undefined && { server }),
    ...(identity.version !== undefined && { version: identity.version }),
    evidence: identity.evidence,
    statements: description?.evidence ?? [],
    formats,
    models,
    ...(examination !== undefined && { model: examination.model }),
    requests: examination === undefined ? 0 : Object.keys(examination.probeAnswers).length,
    findings: [...serverFindings(found, address.endpoint, settings), ...findings],
    configuration: configurationFor(found, settings.keyEnv, examination),
  }
}

/** Checks in the order of a diagnosis. */
const checks: readonly ((examination: Examination) => Finding[] | Finding | undefined)[] = [
  requestFinding,
  reasoningFindings,
  descriptionFinding,
  streamingFindings,
  thinkingOffFinding,
  toolFinding,
  usageFinding,
  engineFindings,
]

/** Has a model answer requests, if there is one and `send` allows it. */
async function examineModel(
  address: Address,
  found: Survey,
  client: HttpClient,
  settings: DiagnoseSettings,
): Promise<{ examination?: Examination; findings: Finding[] }> {
  const { send, maxTokens, show, notation, key } = settings
  const model = settings.model ?? found.models[0]
  if (found.obstacle !== undefined) return { findings: [] }
  if (model === undefined) return { findings: [noModel(notation('model', 'NAME'))] }
  const description = describeRequests(model, found.base, maxTokens)
  const consent = typeof send === 'boolean' ? send : await send({ description, model, isLoopback: isLoopback(address.hostname) })
  if (!consent) return { findings: [notSent(notation('send', 'true'), description)] }
  const examination = await examine({ survey: found, client, model, maxTokens, show, notation, ...(key !== undefined && { key }) })
  return { examination, findings: checks.flatMap((check) => check(examination) ?? []) }
}

const describeRequests = (model: string, base: string, maxTokens: number): string =>
  `${probes.length} requests to ${model} at ${base}, of at most ${maxTokens} tokens each: ${probes.map(({ about }) => about).join('; ')}`

function unknownFormat(format: string, notation: Notation): ReasonError {
  const meant = nearest(format, wireIds)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return new ReasonError('REASON_INVALID_OPTIONS', `${notation('format')} knows no "${format}".${hint} There are: ${wireIds.join(', ')}.`)
}

const noModel = (option: string): Finding => ({
  code: 'no-model',
  severity: 'advice',
  title: 'The server lists no models, so no request was sent to a model.',
  impact: 'The output was not examined.',
  remedies: [`name one: ${option}`],
})

const notSent = (option: string, description: string): Finding => ({
  code: 'not-sent',
  severity: 'advice',
  title: 'No request was sent to a model, because it may cost money.',
  impact: 'The output was not examined.',
  remedies: [`add ${option}, which sends ${description}`],
})
