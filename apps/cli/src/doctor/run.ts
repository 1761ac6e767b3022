import { existsSync } from 'node:fs'
import { nearest } from '@reason/core'
import { didYouMean, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { paintFor } from '../render/styles.ts'
import { parseAddress, type Address } from './address.ts'
import { createClient, type Client } from './client.ts'
import { describeUpstream } from './description.ts'
import { checkWritable, commandFor, configurationFor, writeConfiguration } from './configuration.ts'
import { announce, maySend } from './consent.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { engineFindings } from './findings/control.ts'
import { descriptionFindings } from './findings/description.ts'
import { reasoningFindings } from './findings/reasoning.ts'
import { requestFindings } from './findings/request.ts'
import { serverFindings } from './findings/server.ts'
import { streamingFindings } from './findings/streaming.ts'
import { thinkingOffFindings } from './findings/thinking-off.ts'
import { toolFindings } from './findings/tools.ts'
import { usageFindings } from './findings/usage.ts'
import type { DoctorFlags } from './flags.ts'
import { safeText } from '../render/safe-text.ts'
import { renderReport } from './render.ts'
import type { Report } from './report.ts'
import type { Seen } from './seen.ts'
import { survey, type Survey } from './survey.ts'
import { loadWires, wireIds, type WireId } from './wires.ts'

/** Longest that anything may take which no model has to answer. */
const quickMs = 10_000

/** Probes a server and prints what to do about it. @returns The exit code. */
export async function runDoctor(flags: DoctorFlags): Promise<number> {
  // Nobody should pay for answers that can then not be written down.
  if (flags.write !== undefined && flags.force !== true && existsSync(flags.write)) {
    throw usageError(`${flags.write} exists already, and was left as it is. Write over it with --force, or name another file.`)
  }
  if (flags.write !== undefined) checkWritable(flags.write)
  const report = await diagnose(flags, (announcement) => process.stderr.write(`note: sending ${safeText(announcement)}\n`))
  if (flags.write !== undefined) await writeConfiguration(flags.write, report.configuration, flags.force === true)
  await createOutput().write(flags.json === true ? `${JSON.stringify(report)}\n` : renderReport(report, paintFor(process.stdout)))
  return report.findings.some(({ level }) => level === 'problem') ? exitCodes.failed : exitCodes.ok
}

/**
 * Probes a server.
 * @param onSend - Told what is about to be sent, before a model is asked.
 * @throws {CliError} For flags that make no sense, and where there is no server.
 */
export async function diagnose(flags: DoctorFlags, onSend: (announcement: string) => void): Promise<Report> {
  const address = parseAddress(flags.upstream)
  const format = knownFormat(flags.format)
  const key = keyFrom(flags.keyEnv)
  const timeoutMs = flags.timeout * 1000
  const client = createClient(timeoutMs, key)
  const found = await survey(address, {
    client,
    wires: await loadWires(),
    timeoutMs: Math.min(timeoutMs, quickMs),
    ...(key !== undefined && { key }),
    ...(format !== undefined && { format }),
  })
  const { seen, findings } = await asked(address, found, { client, flags, onSend, ...(key !== undefined && { key }) })
  const description = seen?.description ?? (await describeUpstream(found, client, flags.model ?? found.models[0], key))
  return reportOf(
    found,
    { seen, said: description?.evidence ?? [] },
    [...serverFindings(found, address.endpoint, flags.model, flags.keyEnv), ...findings],
    flags,
  )
}

interface Asking {
  client: Client
  key?: string
  flags: DoctorFlags
  onSend: (announcement: string) => void
}

/** Has a model answer, where there is one that may be asked. */
async function asked(
  address: Address,
  found: Survey,
  { client, key, flags, onSend }: Asking,
): Promise<{ seen?: Seen; findings: Finding[] }> {
  const model = flags.model ?? found.models[0]
  if (found.obstacle !== undefined) return { findings: [] }
  if (model === undefined) return { findings: [noModel] }
  const announcement = announce(model, found.base, flags.maxTokens)
  if (!(await maySend(address.hostname, flags.send, announcement))) return { findings: [notSent(announcement)] }
  onSend(announcement)
  const { maxTokens, show = false } = flags
  const seen = await examine({ survey: found, client, model, maxTokens, show, ...(key !== undefined && { key }) })
  const looks = [
    requestFindings,
    reasoningFindings,
    descriptionFindings,
    streamingFindings,
    thinkingOffFindings,
    toolFindings,
    usageFindings,
    engineFindings,
  ]
  return { seen, findings: looks.flatMap((look) => look(seen)) }
}

function reportOf(
  found: Survey,
  { seen, said }: { seen: Seen | undefined; said: Report['said'] },
  findings: Finding[],
  { keyEnv, write }: DoctorFlags,
): Report {
  const { identity, engine, host, base, speaks, models } = found
  const configuration = configurationFor(found, keyEnv, seen)
  const server = host?.name ?? engine?.name
  return {
    upstream: base,
    ...(server !== undefined && { server }),
    ...(identity.version !== undefined && { version: identity.version }),
    evidence: identity.evidence,
    said,
    speaks,
    models,
    ...(seen !== undefined && { model: seen.model }),
    sent: seen === undefined ? 0 : Object.keys(seen.probed).length,
    findings,
    configuration,
    command: commandFor(configuration, write),
    ...(write !== undefined && { written: write }),
  }
}

function knownFormat(format: string | undefined): WireId | undefined {
  if (format === undefined) return undefined
  const known = wireIds.find((id) => id === format)
  if (known !== undefined) return known
  throw usageError(`--format knows no "${format}".${didYouMean(nearest(format, wireIds))} There are: ${wireIds.join(', ')}.`)
}

function keyFrom(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const key = process.env[name]?.trim()
  if (key) return key
  throw usageError(
    `--key-env names the environment variable ${name}, which is not set or empty. Put the key there, and not on the command line.`,
  )
}

const noModel: Finding = {
  id: 'no-model',
  level: 'advice',
  title: 'It lists no model, so none was asked.',
  means: 'What comes out of it was not looked at.',
  todo: ['name one: --model NAME'],
}

const notSent = (announcement: string): Finding => ({
  id: 'not-sent',
  level: 'advice',
  title: 'No model was asked: that may cost money.',
  means: 'What comes out of it was not looked at.',
  todo: [`add --send, which sends ${announcement}`],
})
