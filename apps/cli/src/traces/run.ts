import type { Page, TraceInput, TraceStore } from '@reason/trace-store'
import { CliError, inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { inputName, readInput } from '../input.ts'
import { createOutput } from '../output.ts'
import { plural } from '../render/plural.ts'
import { createProgress } from '../render/progress.ts'
import { safeText } from '../render/safe-text.ts'
import { paintFor } from '../render/styles.ts'
import { createTextDecoder } from '@reason/recording'
import { timeOf } from '../time.ts'
import type { GatewayTraces } from './gateway-store.ts'
import { filterOf, largestPage, withStore, withTraces, type TracesFlags } from './open.ts'
import { renderHit, renderLine, renderTrace } from './render.ts'

export { tail } from './tail.ts'
export { usage } from './usage.ts'
export { verify } from './verify.ts'

/** Maximum length of ids in stores. */
const maxIdChars = 512
const paint = paintFor(process.stdout)
const json = (value: unknown): string => `${JSON.stringify(value)}\n`

/** @returns The exit code, like all functions below. */
export async function list(flags: TracesFlags): Promise<number> {
  const filter = filterOf(flags)
  return paged(
    flags,
    (store, page) => store.list(filter, { ...page, ...(flags.sort !== undefined && { sort: flags.sort }) }),
    (trace) => renderLine(trace, paint),
  )
}

export async function search(flags: TracesFlags, words: string): Promise<number> {
  const filter = filterOf(flags)
  return paged(
    flags,
    (store, page) => store.search(words, filter, page),
    (hit) => renderHit(hit, paint),
  )
}

async function paged<T>(
  flags: TracesFlags,
  read: (traces: GatewayTraces, page: { limit: number; after?: string }) => Promise<Page<T>>,
  render: (item: T) => string,
): Promise<number> {
  const output = createOutput()
  let left = flags.limit!
  let damaged = 0
  await withTraces(flags, async (store) => {
    let after: string | undefined
    do {
      const limit = Math.min(left, largestPage)
      const { items, next, unreadable = 0 } = await read(store, { limit, ...(after !== undefined && { after }) })
      damaged += unreadable
      for (const item of items) await output.write(flags.json === true ? json(item) : render(item))
      left -= items.length
      after = next
    } while (after !== undefined && left > 0)
  })
  noteDamaged(damaged)
  if (left === flags.limit && flags.json !== true) process.stderr.write('note: no trace matches\n')
  return exitCodes.ok
}

/** Prints a note on standard error, even for JSON: an incomplete list looks complete. */
function noteDamaged(count: number): void {
  if (count === 0) return
  process.stderr.write(
    `note: ${plural(count, 'trace')} ${count === 1 ? 'is' : 'are'} damaged and left out. To read the rest of the file, run: sqlite3 FILE .recover\n`,
  )
}

export async function show(flags: TracesFlags, id: string): Promise<number> {
  const trace = await withTraces(flags, (store) => store.get(id))
  if (trace === undefined) throw inputError(`there is no trace ${id}. List the traces: reason traces list`)
  await createOutput().write(flags.json === true ? `${JSON.stringify(trace, null, 2)}\n` : renderTrace(trace, paint))
  return exitCodes.ok
}

async function exportAll(flags: TracesFlags): Promise<number> {
  const filter = filterOf(flags)
  if (flags.json === true && flags.format !== undefined && flags.format !== 'jsonl')
    throw usageError(`--json and --format ${flags.format} exclude each other: each sets what is printed. Leave one out.`)
  const { isTTY } = process.stdout
  if (isTTY && flags.format === 'parquet') {
    throw usageError('a terminal cannot show Parquet, which is binary. Write it to a file with > traces.parquet, or ask for --format csv.')
  }
  const output = createOutput()
  // In a terminal, the printed traces show the progress.
  const progress = isTTY ? undefined : createProgress('exported', { unit: flags.format === 'parquet' ? 'bytes' : 'trace' })
  let damaged = 0
  const options = { onUnreadable: (count: number) => void (damaged += count) }
  await withTraces(flags, async (store) => {
    const pieces: AsyncIterable<string | Uint8Array> =
      flags.format === 'parquet' ? store.export(filter, 'parquet', options) : store.export(filter, flags.format ?? 'jsonl', options)
    for await (const piece of pieces) {
      // JSON contains no control sequences.
      await output.write(isTTY && flags.format === 'csv' && typeof piece === 'string' ? safeText(piece) : piece)
      progress?.add(typeof piece === 'string' ? piece.split('\n').length - 1 : piece.length)
    }
  }).finally(() => progress?.done())
  noteDamaged(damaged)
  return exitCodes.ok
}
export { exportAll as export }

async function importAll(flags: TracesFlags, file: string): Promise<number> {
  const records = recordsOf(file)
  // An unreadable file creates no database.
  const first = await records.next()
  const { read, added } =
    first.done === true
      ? { read: 0, added: 0 }
      : await withStore(flags, async (store) => ({ read: await taken(store, from(first.value, records)), added: store.state().added }), {
          create: true,
        })
  await createOutput().write(
    flags.json === true ? json({ read, added }) : `${plural(read, 'trace')} read, ${added} new. Existing traces are unchanged.\n`,
  )
  return exitCodes.ok
}
export { importAll as import }

/** Imports traces. The error for an invalid line says how many were imported. */
async function taken(store: TraceStore, records: AsyncIterable<TraceInput>): Promise<number> {
  let read = 0
  try {
    return await store.import(counted())
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw inputError(
      `${error.message} ${plural(read, 'trace')} before it ${read === 1 ? 'is' : 'are'} in the store; importing again adds the others.`,
    )
  }

  async function* counted(): AsyncGenerator<TraceInput> {
    for await (const record of records) {
      yield record
      read++
    }
  }
}

async function* from(first: TraceInput, rest: AsyncIterable<TraceInput>): AsyncGenerator<TraceInput> {
  yield first
  yield* rest
}

/** Longest line that is read. An answer has 64 MiB at most, and is written with few escapes. */
const longestLine = 128_000_000

async function* recordsOf(file: string): AsyncGenerator<TraceInput> {
  const decoder = createTextDecoder()
  /** Pieces of the current line, joined once at its end. Joining at each piece would copy long lines again and again. */
  let held: string[] = []
  let length = 0
  let number = 0
  for await (const bytes of readInput(file, false)) {
    const [first, ...lines] = decoder.push(bytes).split('\n')
    hold(first!)
    for (const line of lines) {
      yield* record()
      hold(line)
    }
  }
  hold(decoder.end())
  yield* record()

  function hold(piece: string): void {
    length += piece.length
    if (length <= longestLine) held.push(piece)
    else held = []
  }

  function* record(): Generator<TraceInput> {
    const line = held.join('')
    const isLong = length > longestLine
    held = []
    length = 0
    number++
    if (isLong)
      return void process.stderr.write(
        `note: line ${number} of ${inputName(file)} is longer than ${longestLine / 1e6} million characters, more than any trace, and is left out\n`,
      )
    if (line.trim() === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw inputError(`line ${number} of ${inputName(file)} is not JSON. Import what reason traces export has written.`)
    }
    const { id } = (value ?? {}) as TraceInput
    if (typeof id !== 'string' || id === '' || id.length > maxIdChars) {
      throw inputError(
        `line ${number} of ${inputName(file)} is no trace: it has no id of 1 to ${maxIdChars} characters. Import what reason traces export has written.`,
      )
    }
    yield value as TraceInput
  }
}

/** Deletions become links of the store's chain. A store without a chain gets none. */
const deleting = { audit: true }

export async function prune(flags: TracesFlags): Promise<number> {
  const before = timeOf('--older-than', flags.olderThan ?? '')
  if (before > Date.now())
    throw usageError(`--older-than is ${flags.olderThan}, which is in the future. Give an age (30d) or an earlier date.`)
  const count = await withStore(flags, (store) => store.pruneOlderThan(before), deleting)
  const until = new Date(before).toISOString()
  await createOutput().write(
    flags.json === true ? json({ deleted: count, before: until }) : `${plural(count, 'trace')} from before ${until} deleted.\n`,
  )
  return exitCodes.ok
}

export async function forget(flags: TracesFlags, session: string): Promise<number> {
  const count = await withTraces(flags, (store) => store.deleteSession(session), deleting)
  await createOutput().write(
    flags.json === true ? json({ deleted: count, session }) : `${plural(count, 'trace')} of session ${JSON.stringify(session)} deleted.\n`,
  )
  return exitCodes.ok
}
