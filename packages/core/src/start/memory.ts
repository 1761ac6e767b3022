import type { Seen } from './evidence.ts'

/**
 * What an answer showed of its server: reasoning in a field, a leading opener, a closer without an opener, or none of them. `leak`: a field, and a closer
 * behind text that had none, so that the server split too early.
 */
export type AnswerKind = 'field' | 'leak' | 'opener' | 'closer' | 'plain'

/** Remembers how the answers of each model came from one server. No text, and a bounded number of models. */
export interface StartMemory {
  /**
   * Counts one answer, when it has ended.
   * @param build - What the server calls its own build, if it does. A new one begins anew; two that take turns (replicas) are one server.
   */
  note(model: string, kind: AnswerKind, build?: string): void
  /** Whether an answer that names this build begins anew, when it is counted: what was seen says nothing of it. */
  isNews(model: string, build: string): boolean
  /** Undefined: no answer of this model was seen since the server changed. */
  seen(model: string): Seen | undefined
  /** The server is another one, or an operator wants it to be judged anew. Without a model: all of them. */
  forget(model?: string): void
  /** Names of the models that answers were seen of. The model that was asked last is the last one. */
  models(): string[]
  /** A copy of all that is remembered, as JSON takes it: `createStartMemory` goes on from it. */
  records(): StartRecord[]
}

/** What is remembered of one model. */
export interface StartRecord {
  model: string
  /** The last answers, at most 32, the newest last. */
  last: Exclude<AnswerKind, 'leak'>[]
  /** Builds that the server named, at most 8, the newest last. */
  builds: string[]
  hadFields: boolean
  hadClosers: boolean
  contradicted: boolean
  leaked?: boolean | undefined
  /** Answers with a field since the last contrary one, and how many of them restore trust. */
  fieldsInRow: number
  needed: number
}

/** How many answers are counted, and how many tell what is usual right now. */
const window = 32
const recent = 8

/** How many answers with a field in a row restore trust after a first contradiction, and at most after many. */
const firstNeeded = 64
const mostNeeded = 4096

/** Models are named by clients, who may name anything. */
const mostModels = 256
const longestModel = 256

const mostBuilds = 8
const longestBuild = 256

/** @param before - What a memory had (`records`), to go on from. Default: nothing. */
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
      // The model that was asked last goes last, so that the first is the one to forget.
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

/** Replicas of two builds take turns behind one address: a build that was seen before is no news. */
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

/** The next relapse takes twice as long to be forgiven. */
function trust(record: StartRecord): void {
  if (record.contradicted || record.leaked === true) record.needed = Math.min(record.needed * 2, mostNeeded)
  record.contradicted = false
  record.leaked = false
  record.hadClosers = false
}

function seenIn({ last, hadClosers, contradicted, leaked }: StartRecord): Seen {
  const counts = { field: 0, opener: 0, closer: 0, plain: 0 }
  let newestFields = 0
  for (let at = 0; at < last.length; at++) {
    const kind = last[at]!
    counts[kind]++
    if (kind === 'field' && at >= last.length - recent) newestFields++
  }
  const { field: fields, opener: openers, closer: closers, plain } = counts
  const alwaysFields = last.length >= recent && newestFields >= 0.9 * recent
  const seen: Seen = { fields, openers, closers, plain, hadClosers, contradicted, alwaysFields }
  if (leaked === true) seen.leaked = true
  return seen
}
