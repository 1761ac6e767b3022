import { badRequest, type ApiError } from './api-error.ts'

type Json = Readonly<Record<string, unknown>>

/** What the gateway reads of a request for a chat completion. Everything else is the upstream's business. */
export interface ParsedChat {
  json: Json
  model: string
  stream: boolean
  choices: number
  /** The client asked for token counts in its stream. */
  includeUsage: boolean
  tools: readonly string[]
  /** The client wants no reasoning (`reasoning: { exclude: true }`, `include_reasoning: false`), whether or not the upstream knows of that. */
  excludesReasoning: boolean
}

/** @returns An error that says what to change, for what cannot be sent anywhere. */
export function parseChat(body: Buffer): ParsedChat | ApiError {
  const json = parse(body)
  if (!isObject(json)) return badRequest('The body is not a JSON object. Send {"model": "...", "messages": [...]}.')
  const { model, stream, n, stream_options: options, tools, reasoning, include_reasoning: included } = json
  if (typeof model !== 'string' || model === '') {
    return badRequest('The request names no model. Add "model"; GET /v1/models lists what there is.', 'model', 'missing_required_parameter')
  }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    return badRequest(`"stream" is ${JSON.stringify(stream)}, but must be true or false.`, 'stream', 'invalid_type')
  }
  return {
    json,
    model,
    stream: stream === true,
    choices: typeof n === 'number' ? n : 1,
    includeUsage: isObject(options) && options['include_usage'] === true,
    tools: toolNames(tools),
    excludesReasoning: included === false || asObject(reasoning)['exclude'] === true,
  }
}

/**
 * The body for the upstream: the client's own bytes, unless token counts have to be asked for. They are kept because a
 * number that JavaScript cannot hold would come out of a second serialisation as another one.
 */
export function bodyFor({ json, stream, includeUsage }: ParsedChat, body: Buffer, askUsage: boolean): Buffer {
  if (!stream || includeUsage || !askUsage) return body
  if ('stream_options' in json)
    return Buffer.from(JSON.stringify({ ...json, stream_options: { ...asObject(json['stream_options']), include_usage: true } }))
  const end = body.lastIndexOf('}')
  return Buffer.concat([body.subarray(0, end), Buffer.from(',"stream_options":{"include_usage":true}}')])
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function toolNames(tools: unknown): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown) => {
    const name = isObject(tool) ? (asObject(tool['function'])['name'] ?? tool['name']) : undefined
    return typeof name === 'string' ? [name] : []
  })
}

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): Json => (isObject(value) ? value : {})
