import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api'
import { attributes, otherErrorType } from './conventions.ts'
import type { OtelConfig } from './options.ts'

/** Bucket bounds that the conventions recommend. */
const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const firstSeconds = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80]
const tokens = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]

/** Tokens as the provider reported them. */
export interface ReportedTokens {
  input?: number
  output?: number
  reasoning?: number
  cached?: number
}

export interface Instruments {
  duration: Histogram
  timeToFirstChunk: Histogram
  timePerChunk: Histogram
  timeToFirstReasoning: Histogram
  timeToFirstAnswer: Histogram
  reasoningDuration: Histogram
  warnings: Counter
  countTokens(reported: ReportedTokens, labels: Attributes): void
  /** Returns the error type to count under. */
  errorType(type: string): string
}

/** Maximum number of error types. Providers use any names, and some include a number in each. */
const mostErrorTypes = 64

export function createInstruments(meter: Meter, conventions: OtelConfig['conventions']): Instruments {
  const prefix = conventions === 'latest' ? 'gen_ai.client.inference' : 'gen_ai.client.operation'
  const time = (name: string, description: string, bounds = firstSeconds): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: bounds } })
  return {
    duration: time(`${prefix}.duration`, 'Time from the request to the end of its answer.', seconds),
    timeToFirstChunk: time(`${prefix}.time_to_first_chunk`, 'Time from the request to the first text of a streamed answer.'),
    timePerChunk: time(`${prefix}.time_per_output_chunk`, 'Time between two pieces of text of a streamed answer.'),
    timeToFirstReasoning: time('reason.client.time_to_first_reasoning', 'Time from the request to the first reasoning.'),
    timeToFirstAnswer: time('reason.client.time_to_first_answer', 'Time from the request to the first text of the answer.'),
    reasoningDuration: time('reason.client.reasoning.duration', 'Time from the first reasoning to the last.', seconds),
    warnings: meter.createCounter('reason.client.warnings', { description: 'Warnings, including leaks, by code.', unit: '{warning}' }),
    countTokens: conventions === 'latest' ? latestTokens(meter) : formerTokens(meter),
    errorType: firstErrorTypes(),
  }
}

function firstErrorTypes(): Instruments['errorType'] {
  const known = new Set<string>()
  return (type) => {
    if (known.size < mostErrorTypes) known.add(type)
    return known.has(type) ? type : otherErrorType
  }
}

function latestTokens(meter: Meter): Instruments['countTokens'] {
  const counter = (name: string, description: string): Counter =>
    meter.createCounter(`gen_ai.client.inference.usage.${name}`, { description, unit: '{token}' })
  const histogram = (name: string, description: string): Histogram =>
    meter.createHistogram(`gen_ai.client.inference.operation.${name}`, {
      description,
      unit: '{token}',
      advice: { explicitBucketBoundaries: tokens },
    })
  const input = counter('input_tokens', 'Input tokens, cached ones included.')
  const output = counter('output_tokens', 'Output tokens, reasoning included.')
  const reasoning = counter('reasoning.output_tokens', 'Output tokens used for reasoning.')
  const cached = counter('cache_read.input_tokens', "Input tokens from the provider's cache.")
  const inputs = histogram('input_tokens', 'Input tokens of one inference.')
  const outputs = histogram('output_tokens', 'Output tokens of one inference.')
  return (reported, { [attributes.errorType]: errorType, ...labels }) => {
    // Providers report no modality, or each in another way, so the attribute is always `unknown`.
    const ofModality = { ...labels, [attributes.tokenModality]: 'unknown' }
    const ofOperation = { ...labels, ...(errorType !== undefined && { [attributes.errorType]: errorType }) }
    input.add(reported.input ?? 0, ofModality)
    output.add(reported.output ?? 0, ofModality)
    if (reported.reasoning !== undefined) reasoning.add(reported.reasoning, ofModality)
    if (reported.cached !== undefined) cached.add(reported.cached, ofModality)
    inputs.record(reported.input ?? 0, ofOperation)
    outputs.record(reported.output ?? 0, ofOperation)
  }
}

function formerTokens(meter: Meter): Instruments['countTokens'] {
  const usage = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Tokens of one operation.',
    unit: '{token}',
    advice: { explicitBucketBoundaries: tokens },
  })
  return (reported, labels) => {
    if (reported.input !== undefined) usage.record(reported.input, { ...labels, [attributes.tokenType]: 'input' })
    if (reported.output !== undefined) usage.record(reported.output, { ...labels, [attributes.tokenType]: 'output' })
  }
}
