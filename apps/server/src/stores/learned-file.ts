import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StartRecord } from '@reason/core/start'
import { z } from 'zod'
import { makeFolder } from '@reason/keys'
import { regularFile } from '../config/config-error.ts'
import { asObject } from '@reason/gateway/json'
import { faultOf } from '@reason/gateway/errors'
import { type LearnedFile, nestedFields, settings, type UpstreamRecord } from '@reason/gateway/upstreams'
import type { Log } from '@reason/gateway/host'
import type { ModelLimit } from '@reason/gateway-api'

/** Milliseconds between two writes. */
const pauseMs = 5000

const version = 1

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
const limit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('efforts'), efforts: z.array(z.string().max(32)).max(32) }),
  z.object({ kind: z.literal('thinking-type'), type: z.string().max(32), instead: z.literal('between_tools').optional() }),
  z.object({ kind: z.literal('mandatory') }),
  z.object({ kind: z.literal('without'), path: beside, withTools }),
  z.object({ kind: z.literal('value'), path: beside, value: z.union([name, z.boolean()]), withTools }),
  z.object({ kind: z.literal('renamed'), path, to: path }),
  z.object({ kind: z.literal('exclusive'), kept: beside, left: path }),
  z.object({ kind: z.literal('at-most'), path, most: count }),
  z.object({ kind: z.literal('not'), path, value: z.union([z.number(), name]), withoutThinking: z.literal(true).optional() }),
  z.object({ kind: z.literal('nested'), field: z.enum([...nestedFields.keys()]) }),
  ...(['no-schema', 'no-instructions', 'schema-only', 'whole', 'thoughts-back', 'streams', 'streams-to-think'] as const).map((kind) =>
    z.object({ kind: z.literal(kind), withTools }),
  ),
]) as unknown as z.ZodType<ModelLimit>

const file = z.object({
  version: z.literal(version),
  upstreams: z
    .array(
      z.object({
        place: z.string().max(4096),
        starts: z.array(startRecord).max(256),
        limits: z.array(z.object({ model: name, limits: z.array(limit).max(16) })).max(256),
        identities: z.array(z.tuple([name, name])).max(64),
      }),
    )
    .max(64),
})

async function written(upstreams: readonly (() => UpstreamRecord)[]): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = []
  for (const [index, upstream] of upstreams.entries()) {
    if (index > 0) await nextTurn()
    pieces.push(Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(upstream())}`))
  }
  return [Buffer.from(`{"version":${version},"upstreams":[`), ...pieces, Buffer.from(']}\n')]
}

/**
 * @param path - Path in the data folder.
 * @param writes - Whether this process writes the file. Only one of several processes writes, because all have the same data.
 */
export function openLearnedFile(path: string, writes: boolean, log: Pick<Log, 'warn'>): LearnedFile {
  const records = read()
  let latest: (() => readonly (() => UpstreamRecord)[]) | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isTold = false

  return {
    records,
    changed(next) {
      if (!writes) return
      latest = next
      timer ??= setTimeout(write, pauseMs).unref()
    },
    close() {
      write()
      return writing
    },
  }

  function read(): readonly UpstreamRecord[] {
    let text: string
    try {
      text = readFileSync(regularFile(path), 'utf8')
    } catch {
      return []
    }
    try {
      const json: unknown = JSON.parse(text)
      // A later version of the gateway may have written the file.
      if (asObject(json)['version'] !== version) return []
      return file.parse(json).upstreams
    } catch (error) {
      log.warn({ path, err: faultOf(error) }, 'learned settings of upstreams cannot be read: the gateway learns them again')
      return []
    }
  }

  function write(): void {
    timer = undefined
    if (latest === undefined) return
    const upstreams = latest()
    latest = undefined
    writing = writing.then(async () => replace(await written(upstreams)))
  }

  /** Replaces the file atomically. */
  async function replace(text: readonly Buffer[]): Promise<void> {
    const beside = `${path}.${process.pid}.tmp`
    try {
      // The folder is missing if no other store has made it.
      makeFolder(dirname(path), 0o700)
      await writeFile(beside, text, { mode: 0o600 })
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {})
      if (!isTold) log.warn({ path, err: faultOf(error) }, 'learned settings of upstreams cannot be saved: a restart loses them')
      isTold = true
    }
  }
}
