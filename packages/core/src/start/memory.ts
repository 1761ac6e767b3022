import type { Seen } from './evidence.ts'

/**
 * Kind of an answer: a reasoning field, a leading opener, a closer without an opener, or none of them. `leak`: a field, and a closer behind text without
 * an opener, so the server split too early. `off`: none of them, and the request had switched thinking off.
 */
export type AnswerKind = 'field' | 'leak' | 'opener' | 'closer' | 'plain' | 'off'

/** Remembers how each model's answers came from one server. Stores no text, and a bounded number of models. */
export interface StartMemory {
  /**
   * Counts one finished answer.
   * @param build - The server's name for its build, if it gives one. A new build resets the counts. Builds that take turns (replicas) are one server.
   */
  note(model: string, kind: AnswerKind, build?: string): void
  /** Whether counting an answer with this build would reset the counts, so the earlier counts do not apply to it. */
  isNews(model: string, build: string): boolean
  /** Counts for a model. Undefined if no answer of it was counted since the server changed. */
  seen(model: string): Seen | undefined
  /** Clears the counts of a model, or of all models if none is given: for a replaced server, or on an operator's request. */
  forget(model?: string): void
  /** Names of the counted models, the most recently used one last. */
  models(): string[]
  /** A copy of the whole memory as JSON values, which `createStartMemory` accepts. */
  records(): StartRecord[]
}

export interface StartRecord {
  model: string
  /** Kinds of the last answers, at most 32, the newest last. */
  last: Exclude<AnswerKind, 'leak' | 'off'>[]
  /** Build names from the server, at most 8, the newest last. */
  builds: string[]
  hadFields: boolean
  hadClosers: boolean
  contradicted: boolean
  leaked?: boolean | undefined
  obeysOff?: boolean | undefined
  /** Answers with a field since the last contradiction, and how many in a row restore trust. */
  fieldsInRow: number
  needed: number
}

/** Number of answers that are counted, and number of the newest ones that define what is usual. */
const window = 32
const recent = 8
/** Number of answers from which a field in all of them is usual. */
const fewest = 3

/** Answers with a field in a row that restore trust: after the first contradiction, and at most. */
const firstNeeded = 64
const mostNeeded = 4096

/** Limits, because clients name the models. */
const mostModels = 256
const longestModel = 256

const mostBuilds = 8
const longestBuild = 256

/** @param before - `records()` of an earlier memory. Default: empty. */
export function createStartMemory(before: readonly StartRecord[] = []): StartMemory {
  const records = new Map(before.slice(-mostModels).map((record) => [record.model, structuredClone(record)]))
  let newest: StartRecord | undefined
  return {
    note,
    isNews(model, build) {
      const record = records.get(model)
      return record !== undefined && isOther(record, build)
    },
    seen(model) {
      const record = records.get(model)
      return record === undefined || record.last.length === 0 ? undefined : seenIn(record)
    },
    forget(model) {
      if (model === undefined) records.clear()
      else records.delete(model)
    },
    models: () => [...records.keys()],
    records: () => structuredClone([...records.values()]),
  }

  function note(model: string, kind: AnswerKind, build?: string): void {
    if (model.length > longestModel) return
    const known = records.get(model)
    const record = known === undefined || isOther(known, build) ? { ...unseen, model, last: [], builds: known?.builds ?? [] } : known
    if (record !== newest) {
      // The most recently used model is last, so the first one is evicted.
      records.delete(model)
      records.set(model, record)
      newest = record
      if (records.size > mostModels) records.delete(records.keys().next().value!)
    }
    if (build !== undefined && build.length <= longestBuild && record.builds.at(-1) !== build)
      record.builds = [...record.builds.filter((one) => one !== build), build].slice(-mostBuilds)
    count(record, kind)
  }
}

/** Whether the build is unknown. Replicas of two builds take turns behind one address, so a build seen before is the same server. */
const isOther = ({ builds }: StartRecord, build: string | undefined): boolean =>
  build !== undefined && build.length <= longestBuild && builds.length > 0 && !builds.includes(build)

const unseen: Omit<StartRecord, 'model' | 'last' | 'builds'> = {
  hadFields: false,
  hadClosers: false,
  contradicted: false,
  fieldsInRow: 0,
  needed: firstNeeded,
}

function count(record: StartRecord, kind: AnswerKind): void {
  if (kind === 'off') {
    record.obeysOff = true
    return
  }
  record.last.push(kind === 'leak' ? 'field' : kind)
  if (record.last.length > window) record.last.shift()
  if (kind === 'leak') {
    record.hadFields = true
    record.leaked = true
    record.fieldsInRow = 0
  } else if (kind === 'field') {
    record.hadFields = true
    record.fieldsInRow++
    if (record.fieldsInRow >= record.needed) trust(record)
  } else if (kind === 'closer') {
    record.fieldsInRow = 0
    record.hadClosers = true
  }
  if (record.hadFields && record.hadClosers) record.contradicted = true
}

/** Restores trust. The next contradiction needs twice as many answers. */
function trust(record: StartRecord): void {
  if (record.contradicted || record.leaked === true) record.needed = Math.min(record.needed * 2, mostNeeded)
  record.contradicted = false
  record.leaked = false
  record.hadClosers = false
}

function seenIn({ last, hadClosers, contradicted, leaked, obeysOff }: StartRecord): Seen {
  const counts = { field: 0, opener: 0, closer: 0, plain: 0 }
  let newestFields = 0
  for (let at = 0; at < last.length; at++) {
    const kind = last[at]!
    counts[kind]++
    if (kind === 'field' && at >= last.length - recent) newestFields++
  }
  const { field: fields, opener: openers, closer: closers, plain } = counts
  const alwaysFields = last.length >= fewest && newestFields >= 0.9 * Math.min(recent, last.length)
  const seen: Seen = { fields, openers, closers, plain, hadClosers, contradicted, alwaysFields }
  if (leaked === true) seen.leaked = true
  if (obeysOff === true) seen.obeysOff = true
  return seen
}
