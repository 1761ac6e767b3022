import Anthropic from '@anthropic-ai/sdk'
import type { FullWireFormat } from '@reason/core/wire'
import { toolSteps, type Target } from '@reason/core/conversation'
import OpenAI from 'openai'
import type { BodyFraming } from '@reason/gateway/src/relay/attempt/body-frames'
import { sha256 } from '../support/recorded.ts'
import { createApplication, Reported, resultOf, type Application, type Endpoint, type Told } from './applications.ts'
import { unpaired } from './pairs.ts'
import type { SetName } from './sets.ts'
import { readBody, type Expected, type Source, type Wanted } from './source.ts'
import type { Scripted } from './upstream.ts'

export interface Cell extends Wanted {
  endpoint: Endpoint
  /** The set of the upstream's responses. */
  set: SetName
}

export interface Outcome {
  /** Faults. An empty list means that the cell works. */
  faults: string[]
  /** Whether the provider's seals came back to it. Undefined if it has sent none. */
  seals?: 'kept' | 'lost'
}

/** A gateway in front of an upstream. */
export interface Bench {
  url: string
  provider: string
  upstream: Scripted
  wire: FullWireFormat
}

export const nameOf = ({ endpoint, format, stream, scenario, set }: Cell): string =>
  `${endpoint} / ${format} / ${stream ? 'stream' : 'whole'} / ${scenario} / ${set}`

export async function runCell(cell: Cell, source: Source, bench: Bench): Promise<Outcome> {
  const { endpoint, stream, scenario } = cell
  const outcome: Outcome = { faults: [] }
  const must = (name: string, holds: boolean, found: unknown): void => {
    if (!holds) outcome.faults.push(`${name}: ${typeof found === 'string' ? found : JSON.stringify(found)}`)
  }
  bench.upstream.play(source.bodies)
  const application = createApplication(endpoint, {
    url: bench.url,
    model: source.model,
    stream,
    tools: [...new Set(source.expected?.calls.map(({ name }) => name))],
    thinks: scenario === 'reasoning' || scenario === 'tools',
  })
  try {
    if (source.failure !== undefined) await fails(application, source, must)
    else if (scenario === 'tools') await loops(application, cell, bench, source, outcome, must)
    else check(await application.ask(), endpoint, source.expected!, must)
  } catch (error) {
    outcome.faults.push(error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error))
  }
  return outcome
}

type Must = (name: string, holds: boolean, found: unknown) => void

function check({ odd, reasoning, answer, calls, finish, usage }: Told, endpoint: Endpoint, expected: Expected, must: Must): void {
  must('types', odd.length === 0, odd)
  must('reasoning', expected.reasoning.includes(sha256(reasoning)), reasoning)
  must('answer', expected.answer.includes(sha256(answer)), answer)
  const named = calls.map(({ name, arguments: given }) => ({ name, arguments: given }))
  must('calls', JSON.stringify(sorted(named)) === JSON.stringify(sorted(expected.calls)), named)
  const ids = new Set(calls.map(({ id }) => id))
  must('ids of calls', ids.size === calls.length && !ids.has(''), [...ids])
  must('finish', finish === finishOf(endpoint, expected), finish)
  for (const kind of ['input', 'output'] as const)
    must(`${kind} tokens`, expected.usage[kind] === null || usage[kind] === expected.usage[kind], usage)
  // Messages may omit the number of reasoning tokens.
  const reported = endpoint === 'anthropic-messages' ? usage.reasoning !== undefined : true
  must('reasoning tokens', !reported || expected.usage.reasoning === null || usage.reasoning === expected.usage.reasoning, usage)
}

function finishOf(endpoint: Endpoint, { isCut, calls }: Expected): string {
  const words = {
    'openai-chat': { cut: 'length', calls: 'tool_calls', stop: 'stop' },
    'openai-responses': { cut: 'max_output_tokens', calls: 'completed with calls', stop: 'completed' },
    generate: { cut: 'length', calls: 'tool_calls', stop: 'stop' },
    'anthropic-messages': { cut: 'max_tokens', calls: 'tool_use', stop: 'end_turn' },
  }[endpoint]
  return isCut ? words.cut : calls.length > 0 ? words.calls : words.stop
}

/** Runs three steps with calls, and reads the last request as the provider would. */
async function loops(application: Application, { endpoint, format }: Cell, bench: Bench, source: Source, outcome: Outcome, must: Must) {
  const { bodies, expected } = source
  const target: Target = { wire: format, provider: bench.provider, model: source.model }
  const all = new Set<string>()
  for (const _ of bodies) {
    const told = await application.ask()
    check(told, endpoint, expected!, must)
    for (const { id } of told.calls) all.add(id)
    application.reply(told.calls)
  }
  must('ids of the whole loop', all.size === expected!.calls.length * bodies.length, [...all])
  // Only the request with the last results matters, not its answer.
  bench.upstream.play([bodies[0]!])
  await application.ask()
  const body = bench.upstream.seen[0]!
  const loose = unpaired(format, body, bodies.length)
  must('pairs at the upstream', loose.length === 0, loose)
  const read = bench.wire.readRequest(body)
  const made = toolSteps(read.messages).filter(({ calls }) => calls.length > 0)
  must('steps at the upstream', made.length === bodies.length, made.length)
  for (const { calls, results, missing } of made) {
    must('calls at the upstream', sameCalls(calls, expected!), calls)
    must('calls without a result', missing.length === 0, missing)
    must(
      'results without a call',
      results.every(({ call }) => call !== undefined),
      results,
    )
    for (const { message, call } of results)
      must('result', JSON.stringify(read.messages[message]).includes(resultOf(call!.call.name)), read.messages[message])
  }
  const { refusals } = bench.wire.replay(read, target)
  must('refused by the rules of the provider', refusals.length === 0, refusals)
  const seals = bodies.flatMap((served) => readBody(bench.wire, framingOf(served.type), served.body).seals)
  const text = JSON.stringify(body)
  const isKept = (value: string): boolean =>
    text.split(JSON.stringify(value).slice(1, -1)).length - 1 >= seals.filter((one) => one === value).length
  if (seals.length > 0) outcome.seals = seals.every(isKept) ? 'kept' : 'lost'
}

type Made = readonly { call: { name: string; arguments: string } }[]

const sameCalls = (calls: Made, expected: Expected): boolean =>
  JSON.stringify(sorted(calls.map(({ call }) => ({ name: call.name, arguments: JSON.parse(call.arguments || '{}') as unknown })))) ===
  JSON.stringify(sorted(expected.calls))

/** The framing of a content type. */
function framingOf(type: string): BodyFraming {
  if (type.includes('event-stream')) return 'sse'
  if (type.includes('eventstream')) return 'aws-eventstream'
  return type.includes('ndjson') ? 'ndjson' : 'json'
}

/** Sorts the fields of objects by name, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, of]) => [name, sorted(of)]),
  )
}

async function fails(application: Application, { failure }: Source, must: Must): Promise<void> {
  const error = await application.ask().then(
    (told) => told,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) return must('an error', false, error)
  must('message', error.message.includes(failure!.message), error.message)
  must(
    'class',
    error instanceof Reported || error instanceof OpenAI.OpenAIError || error instanceof Anthropic.AnthropicError,
    error.constructor.name,
  )
  const { status } = error as { status?: number }
  if (failure!.status !== undefined) {
    must('status', status === failure!.status, status)
    must(
      'class for the status',
      classesFor[failure!.status]!.some((of) => error instanceof of),
      error.constructor.name,
    )
  } else must('status', status === undefined || status >= 400, status)
  if (failure!.begun) must('what came before the error', application.begun() !== '', application.begun())
}

const classesFor: Readonly<Record<number, readonly (abstract new (...args: never[]) => Error)[]>> = {
  400: [OpenAI.BadRequestError, Anthropic.BadRequestError],
  500: [OpenAI.InternalServerError, Anthropic.InternalServerError],
  429: [OpenAI.RateLimitError, Anthropic.RateLimitError],
}
