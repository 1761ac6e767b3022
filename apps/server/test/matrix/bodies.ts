import { createAccumulator, type WireFormat } from '@reason/core'
import { createBodyFrames, type BodyFraming } from '../../src/relay/body-frames.ts'
import type { OurWire } from '../../src/wires.ts'
import { contentTypeOf, recordedAnswers, recordedBody, recordedErrors, sha256, type Recorded } from '../support/recorded.ts'
import { described, refusals, words } from './described.ts'
import type { Served } from './upstream.ts'

export const scenarios = ['plain', 'reasoning', 'tools', 'refused', 'failed'] as const
export type Scenario = (typeof scenarios)[number]

/** What is to come out, whatever the API. Texts by their hashes: each of them will do. */
export interface Expected {
  reasoning: readonly string[]
  answer: readonly string[]
  calls: readonly { name: string; arguments: unknown }[]
  isCut: boolean
  usage: { input: number | null; output: number | null; reasoning: number | null }
}

/** What an upstream says in one cell. */
export interface Source {
  /** Name of the recording, or that its documentation has been followed. */
  from: string
  model: string
  /** One for each step of a tool loop, else one. */
  bodies: readonly Served[]
  expected?: Expected
  /** Of an error. */
  failure?: { status: number | undefined; message: string; begun: boolean }
}

/** How often a model calls before it answers. */
const steps = 3

export const byDocumentation = 'described'

type Place = string | Source

/** For every format the recordings that are played, whole and streamed; what nobody has recorded is described. */
const places: Readonly<Record<OurWire, Readonly<Record<Scenario, readonly [whole: Place, streamed: Place]>>>> = {
  'openai-chat': {
    plain: [
      'openrouter/fant-testopenrouterthinking-anthropic-thinking-t1',
      'openrouter/fant-testopenrouterthinking-anthropic-thinking-streaming-t1',
    ],
    reasoning: [
      'openrouter/fant-testopenroutercommon-glm-multi-tool-t1',
      'openrouter/fant-testopenroutercommon-glm-multi-tool-streaming-t1',
    ],
    tools: [
      'openrouter/fant-testopenrouterthinking-anthropic-thinking-t0',
      'openrouter/fant-testopenrouterthinking-anthropic-thinking-streaming-t0',
    ],
    refused: ['groq/pyai-tool-use-failed-error-t0', 'groq/pyai-tool-use-failed-error-t0'],
    failed: [failing('minimax/minimax-m2', described.chat.failed(), false), 'openrouter/pyai-openrouter-stream-error'],
  },
  'openai-responses': {
    plain: [
      'openai/pyai-openai-responses-thinking-with-tool-calls-t1',
      'chatgpt/rig-codex-sessions-reasoning-session-two-tool-calls-streaming-t1',
    ],
    reasoning: [
      'openai/pyai-openai-responses-thinking-with-modified-history-t0',
      'openai/fant-testopenairesponseswithsummarythinking-openai-gpt-5-thinking-streaming-t1',
    ],
    tools: [
      'openai/pyai-openai-responses-thinking-with-tool-calls-t0',
      'openai/fant-testopenairesponseswithsummarythinking-openai-gpt-5-thinking-streaming-t0',
    ],
    refused: [
      'openai/pyai-openai-responses-thinking-with-modified-history-t1',
      'openai/pyai-openai-responses-thinking-with-modified-history-t1',
    ],
    failed: [failing('gpt-5', described.responses.failed(), false), failing('gpt-5', described.responses.failedStream())],
  },
  'anthropic-messages': {
    plain: [
      'anthropic/fant-testanthropicthinking-claude-sonnet-4-thinking-t1',
      'anthropic/fant-testanthropicthinkingwithcachecontrol-claude-sonnet-4-thinking-streaming-t1',
    ],
    reasoning: ['anthropic/rig-reasoning-usage-matrix-blocking-max-tokens-truncation', 'anthropic/llm-stream-events-thinking'],
    tools: [
      'anthropic/fant-testanthropicthinking-claude-sonnet-4-thinking-t0',
      'anthropic/fant-testanthropicthinkingwithcachecontrol-claude-sonnet-4-thinking-streaming-t0',
    ],
    refused: both(refused('claude-sonnet-4-5', refusals.anthropic)),
    failed: [
      failing('claude-sonnet-4-5', described.messages.failed(), false),
      failing('claude-sonnet-4-5', described.messages.failedStream()),
    ],
  },
  gemini: {
    plain: [
      'google/fant-testgooglethinking-gemini-2-5-flash-thinking-t1',
      'google/fant-testgooglethinking-gemini-2-5-pro-thinking-streaming-t1',
    ],
    reasoning: ['google/fant-testgooglethinking-gemini-3-pro-preview-thinking-t1', 'google/pyai-google-model-thinking-part-iter'],
    tools: [
      'google/fant-testgooglethinking-gemini-3-pro-preview-thinking-t0',
      'google/fant-testgooglethinking-gemini-2-5-pro-thinking-streaming-t0',
    ],
    refused: both(refused('gemini-2.5-pro', refusals.google)),
    failed: [failing('gemini-2.5-pro', described.gemini.failed(), false), failing('gemini-2.5-pro', described.gemini.failedStream())],
  },
  'gemini-interactions': {
    plain: [
      'google/vai-tool-call-step2',
      answering('gemini-2.5-flash', described.interactions.plainStream(), { usage: { input: 9, output: 12, reasoning: 7 } }),
    ],
    reasoning: [
      answering('gemini-2.5-flash', described.interactions.reasoning(), { thinks: true, usage: { input: 9, output: 12, reasoning: 7 } }),
      'google/oinf-interactions-with-thinking-stream',
    ],
    tools: [
      'google/vai-tool-call-step1',
      calling('gemini-2.5-flash', described.interactions.callStream, { usage: { input: 9, output: 12, reasoning: 7 } }),
    ],
    refused: both(refused('gemini-2.5-flash', refusals.google)),
    failed: [
      failing('gemini-2.5-flash', described.interactions.failed(), false),
      failing('gemini-2.5-flash', described.interactions.failedStream()),
    ],
  },
  'bedrock-converse': {
    plain: [
      'bedrock/pyai-bedrock-anthropic-tool-with-thinking-t1',
      answering('us.anthropic.claude-sonnet-4-20250514-v1:0', described.bedrock.plainStream(), {
        usage: { input: 9, output: 12, reasoning: null },
      }),
    ],
    reasoning: ['bedrock/pyai-bedrock-thinking-true-openai-variant', 'bedrock/pyai-bedrock-model-thinking-part-stream'],
    tools: [
      'bedrock/pyai-bedrock-anthropic-tool-with-thinking-t0',
      calling('us.anthropic.claude-sonnet-4-20250514-v1:0', described.bedrock.callStream, {
        thinks: true,
        usage: { input: 9, output: 12, reasoning: null },
      }),
    ],
    refused: both(refused('us.anthropic.claude-sonnet-4-20250514-v1:0', refusals.message)),
    failed: [
      failing('openai.gpt-oss-120b-1:0', described.bedrock.failed(), false),
      failing('openai.gpt-oss-120b-1:0', described.bedrock.failedStream()),
    ],
  },
  cohere: {
    plain: [
      'cohere/rllm-basic-chat-functionality-cohere-command-an-have-a-basic-conversation-900d',
      answering('command-a-03-2025', described.cohere.plainStream(), { usage: { input: 9, output: 5, reasoning: null } }),
    ],
    reasoning: [
      'cohere/rllm-citations-with-cohere-command-a-plus-05-s-returned-as-search-results-c68f-t1',
      'cohere/rig-streaming-grammar-thinking-stream',
    ],
    tools: [
      'cohere/rllm-citations-with-cohere-command-a-plus-05-s-returned-as-search-results-c68f-t0',
      'cohere/rig-streaming-grammar-reasoning-then-tool-call',
    ],
    refused: both(refused('command-a-03-2025', refusals.message)),
    failed: [failing('command-a-03-2025', described.cohere.failed(), false), failing('command-a-03-2025', described.cohere.failedStream())],
  },
  ollama: {
    plain: [
      answering('llama3.2:3b', described.ollama.plain(), { usage: { input: 9, output: 5, reasoning: null } }),
      answering('llama3.2:3b', described.ollama.plainStream(), { usage: { input: 9, output: 5, reasoning: null } }),
    ],
    reasoning: [
      'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t1',
      'ollama/rig-streaming-streaming-smoke',
    ],
    tools: [
      'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t0',
      'ollama/rig-streaming-grammar-parallel-tool-calls',
    ],
    refused: both(refused('qwen3:4b', refusals.ollama)),
    failed: [failing('qwen3:4b', described.ollama.failed(), false), failing('qwen3:4b', described.ollama.failedStream())],
  },
}

export function sourceOf(wire: WireFormat, format: OurWire, scenario: Scenario, stream: boolean): Source {
  const place = places[format][scenario][stream ? 1 : 0]
  if (typeof place !== 'string') return place
  if (scenario === 'refused') return recordedRefusal(place)
  const row = recordedAnswers(format, scenario === 'failed').find(({ id }) => id === place)
  if (row === undefined) throw new Error(`There is no recording "${place}" of ${format}.`)
  const body = recordedBody(row)
  const model = decodeURIComponent(row.model)
  if (scenario === 'failed') {
    const { message } = row.expected.error!
    return { from: row.id, model, bodies: [{ type: contentTypeOf(row), body }], failure: { status: undefined, message, begun: true } }
  }
  const ids = readBody(wire, row.format as BodyFraming, body).calls
  const bodies = scenario === 'tools' ? Array.from({ length: steps }, (_, step) => withIds(body, ids, step)) : [body]
  return { from: row.id, model, bodies: bodies.map((one) => ({ type: contentTypeOf(row), body: one })), expected: expectedOf(row) }
}

/** Ids of the calls, and what the provider sealed. */
export function readBody(wire: WireFormat, framing: BodyFraming, body: Buffer): { calls: string[]; seals: string[] } {
  const frames = createBodyFrames(framing)
  const reader = wire.createReader({})
  const record = createAccumulator()
  for (const frame of [...frames.push(body), ...frames.end()]) for (const part of reader.pushFrame(frame)) record.push(part)
  for (const part of reader.end()) record.push(part)
  const { items, toolCalls, finish } = record.snapshot()
  return {
    calls: toolCalls.flatMap(({ id }) => (id === undefined ? [] : [id])),
    seals: [...items.flatMap((item) => item.seals ?? []), ...(finish?.seals ?? [])].map(({ value }) => value),
  }
}

/** Every step of a real loop has ids of its own. */
const withIds = (body: Buffer, ids: readonly string[], step: number): Buffer =>
  step === 0 ? body : Buffer.from(ids.reduce((text, id) => text.replaceAll(id, `${id}s${step}`), body.toString('utf8')))

function recordedRefusal(id: string): Source {
  const row = recordedErrors().find((one) => one.id === id)!
  const { message } = row.expected.error!
  return {
    from: id,
    model: decodeURIComponent(row.model),
    bodies: [{ status: row.status, type: 'application/json', body: recordedBody(row) }],
    failure: { status: row.status, message, begun: false },
  }
}

function expectedOf({ expected, has }: Recorded): Expected {
  const beside = expected.output_includes_reasoning === false ? (expected.reasoning_tokens ?? 0) : 0
  const known = (...hashes: (string | undefined)[]): string[] => hashes.filter((hash) => hash !== undefined)
  return {
    reasoning: known(expected.reasoning_sha256, expected.reasoning_trim_sha256),
    answer: known(expected.content_sha256, expected.content_trim_sha256),
    calls: expected.tool_calls,
    isCut: has.includes('truncated'),
    usage: {
      input: expected.input_tokens,
      output: expected.output_tokens === null ? null : expected.output_tokens + beside,
      reasoning: expected.reasoning_tokens,
    },
  }
}

interface Says {
  thinks?: boolean
  usage: Expected['usage']
}

function answering(model: string, body: Served, { thinks = false, usage }: Says): Source {
  const expected = { reasoning: [sha256(thinks ? words.thought : '')], answer: [sha256(words.answer)], calls: [], isCut: false, usage }
  return { from: byDocumentation, model, bodies: [body], expected }
}

function calling(model: string, body: (step: number) => Served, { thinks = false, usage }: Says): Source {
  const calls = [{ name: words.tool, arguments: words.arguments }]
  const expected = { reasoning: [sha256(thinks ? words.thought : '')], answer: [sha256('')], calls, isCut: false, usage }
  return { from: byDocumentation, model, bodies: Array.from({ length: steps }, (_, step) => body(step)), expected }
}

function refused(model: string, body: Served): Source {
  return { from: byDocumentation, model, bodies: [body], failure: { status: body.status, message: words.refusal, begun: false } }
}

function failing(model: string, body: Served, begun = true): Source {
  return { from: byDocumentation, model, bodies: [body], failure: { status: undefined, message: words.failure, begun } }
}

function both(source: Source): [Source, Source] {
  return [source, source]
}
