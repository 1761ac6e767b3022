import { readFileSync } from 'node:fs'
import { shared, sharedPath } from '@reason/testkit/shared'
import type { OurWire } from '@reason/gateway/upstreams'
import { isObject, type Json } from '@reason/gateway/json'

/** Traffic that people reported, and the expected answer of the gateway (`cases/README.md` in the shared input). */
export interface WireRow {
  id: string
  endpoint: string
  /** A format, with the provider in parentheses. */
  upstream: string
  visibility: 'full' | 'none'
  stream: boolean
  /** A body; the assistant's message of a tool loop; or a note in words. */
  request: unknown
  upstreamBody: unknown
  expected: string
}

/** Rows of the shared input. Empty if it is absent. */
export const wireRows = (): WireRow[] =>
  shared === undefined
    ? []
    : readFileSync(sharedPath('cases', 'wire.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as WireRow)

export function upstreamOf({ upstream }: WireRow): { format: OurWire; provider: string | undefined } {
  const [, format, provider] = /^([\w-]+)(?: \(([\w-]+)\))?/.exec(upstream)!
  return { format: format as OurWire, provider }
}

/** The endpoint by the last word of its path: `completions`, `messages`, `responses`. */
export type Endpoint = 'completions' | 'messages' | 'responses'
export const endpointOf = ({ endpoint }: WireRow): Endpoint => /(completions|messages|responses)/.exec(endpoint)![1] as Endpoint

const schema = { type: 'object', properties: { q: { type: 'string' } } }

/** Request of a row, with the fields that every request of its endpoint needs. Rows refer to repeated schemas by number. */
export function requestOf(row: WireRow, model: string): Json {
  const given = isObject(row.request) && row.request['role'] === undefined ? row.request : {}
  const body = withSchemas(given)
  const endpoint = endpointOf(row)
  return {
    model,
    ...(row.stream && { stream: true }),
    ...(endpoint === 'responses' ? { input: 'x' } : { messages: [{ role: 'user', content: 'x' }] }),
    ...(endpoint === 'messages' && { max_tokens: 100 }),
    ...body,
  }
}

function withSchemas(value: unknown): Json {
  return walk(value) as Json

  function walk(one: unknown): unknown {
    if (Array.isArray(one)) return one.map(walk)
    if (!isObject(one)) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, of]) => [
        name,
        (name === 'parameters' || name === 'input_schema') && typeof of === 'number' ? schema : walk(of),
      ]),
    )
  }
}

/** A function tool in the format of each endpoint. */
export const oneTool: Readonly<Record<Endpoint, Json>> = {
  completions: { type: 'function', function: { name: 'f', parameters: schema } },
  messages: { name: 'f', input_schema: schema },
  responses: { type: 'function', name: 'f', parameters: schema, strict: false },
}
