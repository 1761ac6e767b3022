/**
 * Names from the OpenTelemetry conventions for generative AI. The conventions are in development, in a separate
 * repository without a release, open-telemetry/semantic-conventions-genai. The names are of October 2026, after the
 * token counters (#374) and the names under `gen_ai.client.inference` (#521).
 */
export const attributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  requestStream: 'gen_ai.request.stream',
  reasoningLevel: 'gen_ai.request.reasoning.level',
  maxTokens: 'gen_ai.request.max_tokens',
  choiceCount: 'gen_ai.request.choice.count',
  conversation: 'gen_ai.conversation.id',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  outputMessages: 'gen_ai.output.messages',
  tokenType: 'gen_ai.token.type',
  tokenModality: 'gen_ai.token.modality',
  errorType: 'error.type',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  // Attributes of our own, which the conventions lack.
  adapter: 'reason.adapter',
  timeToFirstReasoning: 'reason.time_to_first_reasoning',
  timeToFirstAnswer: 'reason.time_to_first_answer',
  reasoningDuration: 'reason.reasoning.duration',
  warnings: 'reason.warnings',
  warningCode: 'reason.warning.code',
} as const

/** The error type if it is unknown, or if there are already too many types. */
export const otherErrorType = '_OTHER'

export const events = { firstReasoning: 'reason.first_reasoning', firstAnswer: 'reason.first_answer' } as const

/** Provider names in the conventions, by common names. Other providers keep their names. */
const wellKnown: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  'azure-openai': 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  'amazon-bedrock': 'aws.bedrock',
  gemini: 'gcp.gemini',
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  'vertex-ai': 'gcp.vertex_ai',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  moonshotai: 'moonshot_ai',
  watsonx: 'ibm.watsonx.ai',
  xai: 'x_ai',
}

export function providerName(provider: string | undefined): string {
  if (provider === undefined) return 'unknown'
  const name = provider.toLowerCase()
  return Object.hasOwn(wellKnown, name) ? wellKnown[name]! : name
}

const reasons: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_call',
  'content-filter': 'content_filter',
  refusal: 'content_filter',
  'reasoning-exhausted': 'length',
  'no-final': 'no_final',
}

/** Converts a finish reason to the schema of output messages. A reason without an equivalent stays unchanged. */
export const finishReason = (reason: string): string => reasons[reason] ?? reason
