import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RedactedText, Redactor } from '@reason/core/pipeline'
import { databaseMissing } from '@reason/testkit/services'
import { inject, onTestFinished } from 'vitest'
import { openTraceStore, type TraceFilter, type TraceStore, type TraceStoreOptions } from '../src/index.ts'

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-traces-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Backend {
  name: string
  skip: boolean
  /** Options of a new, empty store. */
  options(): TraceStoreOptions
}

let schemas = 0

/** Backends for tests of behaviour that both databases have. */
export const backends: Backend[] = [
  { name: 'SQLite', skip: false, options: () => ({ url: `sqlite:${temporaryFolder()}/traces.db`, mode: 'full' }) },
  { name: 'SQLite in memory', skip: false, options: () => ({ url: ':memory:', mode: 'full', sqlite: { thread: false } }) },
  {
    name: inject('databaseUrl') === undefined ? `PostgreSQL (${databaseMissing})` : 'PostgreSQL',
    skip: inject('databaseUrl') === undefined,
    options: () => ({ url: inject('databaseUrl')!, mode: 'full', postgres: { schema: freshSchema() }, queue: { gatherMs: 0 } }),
  },
]

export const freshSchema = (): string => `t${process.pid}_${Date.now().toString(36)}_${++schemas}`

/** Opens a store until the end of the test. Acknowledged traces are readable at once, even on a slow disk, unless `queue` sets `spillAfterMs`. */
export async function opened(options: TraceStoreOptions): Promise<TraceStore> {
  const store = await openTraceStore({ ...options, queue: { spillAfterMs: 100_000, ...options.queue } })
  onTestFinished(() => store.close())
  return store
}

/**
 * Reads the next `count` traces of a tail, and waits for them. PostgreSQL shows a trace only when no older transaction runs in any database
 * of the server, and other tests run transactions as well.
 */
export async function tailed(
  store: TraceStore,
  count: number,
  after: string,
  filter: TraceFilter = {},
): Promise<{ ids: string[]; next: string }> {
  const ids: string[] = []
  for (let next = after; ; await setTimeout(5)) {
    const page = await store.tail(filter, { after: next })
    ids.push(...page.items.map(({ id }) => id))
    next = page.next
    if (ids.length >= count) return { ids, next }
  }
}

/** A simple redactor that removes texts like keys, also if they come in pieces. */
export function keyRedactor(): Redactor {
  const pattern = /sk-[a-z0-9]{4,}/g
  const redact = (text: string): RedactedText => {
    let keys = 0
    const out = text.replaceAll(pattern, () => {
      keys++
      return '[key]'
    })
    return { text: out, counts: keys === 0 ? {} : { key: keys }, redactions: [] }
  }
  return {
    id: 'keys@1',
    redact,
    stream() {
      let whole = ''
      return {
        push: (text) => {
          whole += text
          return ''
        },
        end: () => redact(whole).text,
        counts: () => redact(whole).counts,
      }
    },
  }
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
