import type { Buffer } from 'node:buffer'
import type { StartRecord } from '@reason/core/start'
import { modelLimit, type ModelLimit } from '@reason/gateway-api'
import { z } from 'zod'
import { writeJsonInTurns } from '../../event-loop/json-writing.ts'
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
  obeysOff: z.boolean().optional(),
  fieldsInRow: count,
  needed: count,
})

/** Fields of a limit that name a setting, and the settings: a manipulated file can change no more than a refusal of an upstream could. */
const naming = new Set(['path', 'to', 'kept', 'left'])
const named = new Set<unknown>([...settings, 'tool_choice', 'response_format'])

/** Refuses unknown fields, too: a limit without a condition that a later version knows would apply to more requests. */
const limit = z.custom<ModelLimit>((one) => {
  const { success, data } = modelLimit.safeParse(one)
  if (!success || Object.keys(data).length < Object.keys(one as object).length) return false
  return Object.entries(data).every(([field, value]) =>
    naming.has(field) ? named.has(value) : field !== 'field' || nestedFields.has(value as string),
  )
})

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
  const model = z.object({ model: name, limits: entries(limit, 16) })
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
export async function writeLearned(upstreams: readonly (() => UpstreamRecord)[]): Promise<Buffer> {
  const records: UpstreamRecord[] = []
  for (const upstream of upstreams) {
    records.push(upstream())
    await nextTurn()
  }
  return writeJsonInTurns({ version, upstreams: records })
}
