import type { WireFormat } from '@reason/core'
import type { BodyFraming } from '@reason/gateway/src/relay/attempt/body-frames'
import type { OurWire } from '@reason/gateway/upstreams'
import { contentTypeOf, recordedAnswers, recordedBody, recordedErrors, type Recorded } from '../support/recorded.ts'
import { loopOf, type Expected, type Scenario, type Source, type Wanted } from './source.ts'

type Pair = readonly [whole: string | undefined, streamed: string | undefined]

/** Recordings of providers, by format and scenario. This set leaves out cells without a recording. */
const places: Readonly<Record<OurWire, Partial<Readonly<Record<Scenario, Pair>>>>> = {
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
    failed: [undefined, 'openrouter/pyai-openrouter-stream-error'],
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
  },
  'gemini-interactions': {
    plain: ['google/vai-tool-call-step2', undefined],
    reasoning: [undefined, 'google/oinf-interactions-with-thinking-stream'],
    tools: ['google/vai-tool-call-step1', undefined],
  },
  'bedrock-converse': {
    plain: ['bedrock/pyai-bedrock-anthropic-tool-with-thinking-t1', undefined],
    reasoning: ['bedrock/pyai-bedrock-thinking-true-openai-variant', 'bedrock/pyai-bedrock-model-thinking-part-stream'],
    tools: ['bedrock/pyai-bedrock-anthropic-tool-with-thinking-t0', undefined],
  },
  cohere: {
    plain: ['cohere/rllm-basic-chat-functionality-cohere-command-an-have-a-basic-conversation-900d', undefined],
    reasoning: [
      'cohere/rllm-citations-with-cohere-command-a-plus-05-s-returned-as-search-results-c68f-t1',
      'cohere/rig-streaming-grammar-thinking-stream',
    ],
    tools: [
      'cohere/rllm-citations-with-cohere-command-a-plus-05-s-returned-as-search-results-c68f-t0',
      'cohere/rig-streaming-grammar-reasoning-then-tool-call',
    ],
  },
  ollama: {
    reasoning: [
      'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t1',
      'ollama/rig-streaming-streaming-smoke',
    ],
    tools: [
      'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t0',
      'ollama/rig-streaming-grammar-parallel-tool-calls',
    ],
  },
}

/** Name of the recording for a cell. */
export const captureName = ({ format, scenario, stream }: Wanted): string | undefined => places[format][scenario]?.[stream ? 1 : 0]

export function captureSource(wire: WireFormat, wanted: Wanted): Source | undefined {
  const recording = captureName(wanted)
  if (recording === undefined) return undefined
  const { format, scenario } = wanted
  const rows = scenario === 'refused' ? recordedErrors() : recordedAnswers(format, scenario === 'failed')
  const row = rows.find(({ id }) => id === recording)
  if (row === undefined) throw new Error(`There is no recording "${recording}" of ${format}.`)
  const body = recordedBody(row)
  const model = decodeURIComponent(row.model)
  const { error } = row.expected
  if (scenario === 'refused') {
    const bodies = [{ status: row.status, type: 'application/json', body }]
    return { model, bodies, failure: { status: row.status, message: error!.message, begun: false } }
  }
  const served = { type: contentTypeOf(row), body }
  if (scenario === 'failed') return { model, bodies: [served], failure: { status: undefined, message: error!.message, begun: true } }
  const bodies = scenario === 'tools' ? loopOf(wire, row.format as BodyFraming, served) : [served]
  return { model, bodies, expected: expectedOf(row) }
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
