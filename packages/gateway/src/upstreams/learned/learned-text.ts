import { Buffer } from 'node:buffer'
import type { StartRecord } from '@reason/core/start'
import type { ModelLimit } from '@reason/gateway-api'
import { z } from 'zod'
import { nextTurn } from '../../event-loop/slices.ts'
import { asObject } from '../../json.ts'
import { nestedFields, settings } from '../model-limits/limited-fields.ts'
import type { UpstreamRecord } from './learned-records.ts'

const name = z.string().max(256)
const count = z.number().int().min(0)
const answer = z.enum(['field', 'opener', 'closer', 'plain'])

const startRecord: z.ZodType<StartRecord> = z.object({
  model: name,
  last: z.array(answer).max(32),
  builds: z.array(name).max(8),
  hadFields: z.boolean(),
  hadClosers: z.boolean(),
  contradicted: z.boolean(),
  leaked: z.boolean().optional(),
  fieldsInRow: count,
  needed: count,
})

/** Only known settings: a manipulated file can change no more than a refusal of an upstream could. */
const path = z.enum(settings)
/** Also fields that a setting may conflict with. */
const beside = z.enum([...settings, 'tool_choice', 'response_format'])
const withTools = z.literal(true).optional()
/** Fields of each kind of limit. The type demands a new kind here, too: a start would forget it. */
const limits: Record<ModelLimit['kind'], z.ZodRawShape> = {
  efforts: { efforts: z.array(z.string().max(32)).max(32) },
  'thinking-type': { type: z.string().max(32), instead: z.literal('between_tools').optional() },
  mandatory: {},
  without: { path: beside, withTools },
  value: { path: beside, value: z.union([name, z.boolean()]), withTools },
  renamed: { path, to: path },
  exclusive: { kept: beside, left: path },
  'at-most': { path, most: count },
  not: { path, value: z.union([z.number(), name]), withoutThinking: z.literal(true).optional() },
  nested: { field: z.enum([...nestedFields.keys()]) },
  'tool-type': { type: name },
  'no-schema': {},
  'no-instructions': {},
  'schema-only': {},
  whole: { withTools },
  'thoughts-back': {},
  streams: {},
  'streams-to-think': {},
}
/** Strict, because a limit without a condition that a later version knows would apply to more requests. */
const limit = z.union(Object.entries(limits).map(([kind, fields]) => z.strictObject({ kind: z.literal(kind), ...fields })))

const version = 1

/**
 * Reads stored facts, of which a later version may have written parts. An unknown or damaged entry of a list costs no other one.
 *
 * @returns The facts, and the number of entries that were left out.
 * @throws {Error} If the text is not JSON, or of another shape.
 */
export function readLearned(text: string): { upstreams: readonly UpstreamRecord[]; unread: number } {
  let unread = 0
  const json = asObject(JSON.parse(text))
  if (json['version'] !== version) return { upstreams: [], unread }
  const model = z.object({ model: name, limits: entries(limit as unknown as z.ZodType<ModelLimit>, 16) })
  const upstream = z.object({
    place: z.string().max(4096),
    starts: entries(startRecord, 256),
    limits: entries(model, 256),
    identities: entries(z.tuple([name, name]), 64),
  })
  return { upstreams: entries(upstream, 64).parse(json['upstreams']), unread }

  function entries<T>(entry: z.ZodType<T>, most: number) {
    return z.array(z.unknown()).transform((all) =>
      all.slice(-most).flatMap((one) => {
        const { success, data } = entry.safeParse(one)
        if (!success) unread++
        return success ? [data] : []
      }),
    )
  }
}

/** Writes facts as `readLearned` reads them. */
export async function writeLearned(upstreams: readonly (() => UpstreamRecord)[]): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = []
  for (const [index, upstream] of upstreams.entries()) {
    if (index > 0) await nextTurn()
    pieces.push(Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(upstream())}`))
  }
  return [Buffer.from(`{"version":${version},"upstreams":[`), ...pieces, Buffer.from(']}\n')]
}
