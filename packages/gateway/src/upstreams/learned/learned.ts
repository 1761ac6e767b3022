import { createStartMemory, type AnswerKind, type StartMemory } from '@reason/core/start'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Share } from '../../share.ts'
import { createLimitMemory, type LimitMemory } from '../model-limits/limit-memory.ts'
import type { ModelLimit } from '@reason/gateway-api'
import type { LearnedFile, UpstreamRecord } from './learned-records.ts'

/**
 * Facts learned from the answers of upstreams. They outlive a configuration, and a restart if a file stores them. The processes of a
 * gateway share them. Facts belong to the address and format of an upstream, because its name may later mean another server.
 */
export interface Learned {
  of(place: string): LearnedOfUpstream
  close(): Promise<void>
}

export interface LearnedOfUpstream {
  /** Where texts begin. `note` also informs the other processes. */
  starts: Pick<StartMemory, 'isNews' | 'note' | 'seen'>
  limits: Pick<LimitMemory, 'of' | 'learn'>
  /** Records the server's identity for a model. If it changed, the facts about where texts begin are dropped. */
  identify(model: string, identity: string): void
  models(): string[]
  /** Forgets one model, or all, on an operator's request. @returns Their names. */
  forget(model?: string): string[]
}

/** A learned fact, as processes share it. */
export type Lesson =
  | { place: string; kind: 'answer'; model: string; answer: AnswerKind; build?: string | undefined }
  | { place: string; kind: 'limit'; model: string; limit: ModelLimit }
  | { place: string; kind: 'identity'; model: string; identity: string }
  | { place: string; kind: 'forget'; model?: string | undefined }

/** Most addresses. They change with configurations. */
const mostPlaces = 64

/** Most identities, and longest model name. Clients may send any name. */
const mostIdentities = 64
const longestName = 256

interface Memory {
  starts: StartMemory
  limits: LimitMemory
  identities: Map<string, string>
}

export interface LearnedOptions {
  /** Shares facts with other processes of the gateway. Default: a single process. */
  share?: Share<Lesson> | undefined
  /** Stores the facts. Default: not stored. */
  file?: LearnedFile | undefined
}

export function createLearned({ share, file }: LearnedOptions = {}): Learned {
  const memories = new Map((file?.records ?? []).map((record) => [record.place, memoryOf(record)]))
  share?.known.forEach(apply)
  share?.listen(apply)

  return {
    of(place) {
      return {
        starts: {
          seen: (model) => memories.get(place)?.starts.seen(model),
          isNews: (model, build) => memories.get(place)?.starts.isNews(model, build) === true,
          note: (model, answer, build) => tell({ place, kind: 'answer', model, answer, build }),
        },
        limits: {
          of: (model) => memories.get(place)?.limits.of(model),
          learn(model, limit) {
            const isNew = apply({ place, kind: 'limit', model, limit })
            if (isNew) void share?.changed({ place, kind: 'limit', model, limit })
            return isNew
          },
        },
        identify(model, identity) {
          if (model.length <= longestName && memories.get(place)?.identities.get(model) !== identity)
            tell({ place, kind: 'identity', model, identity })
        },
        models: () => modelsOf(memories.get(place)),
        forget(model) {
          const known = modelsOf(memories.get(place)).filter((name) => model === undefined || name === model)
          tell({ place, kind: 'forget', model })
          return known
        },
      }
    },
    close: () => file?.close() ?? Promise.resolve(),
  }

  function tell(lesson: Lesson): void {
    apply(lesson)
    void share?.changed(lesson)
  }

  /** @returns Whether the fact is new. */
  function apply(lesson: Lesson): boolean {
    const memory = memories.get(lesson.place) ?? memoryOf()
    setNewest(memories, lesson.place, memory, mostPlaces)
    const isNew = learn(memory, lesson)
    if (isNew) file?.changed(records)
    return isNew
  }

  function records(): (() => UpstreamRecord)[] {
    return Array.from(memories, ([place, { starts, limits, identities }]) => () => ({
      place,
      starts: starts.records(),
      limits: limits.records(),
      identities: [...identities],
    }))
  }
}

const memoryOf = ({ starts, limits, identities }: Partial<UpstreamRecord> = {}): Memory => ({
  starts: createStartMemory(starts),
  limits: createLimitMemory(limits),
  identities: new Map(identities),
})

const modelsOf = (memory: Memory | undefined): string[] =>
  memory === undefined ? [] : [...new Set([...memory.starts.models(), ...memory.limits.models()])]

function learn({ starts, limits, identities }: Memory, lesson: Lesson): boolean {
  const { model } = lesson
  switch (lesson.kind) {
    case 'answer':
      starts.note(lesson.model, lesson.answer, lesson.build)
      return true
    case 'limit':
      return limits.learn(lesson.model, lesson.limit)
    case 'identity': {
      const before = identities.get(lesson.model)
      if (before === lesson.identity) return false
      // An identity without a model applies to all models of the server.
      if (before !== undefined) starts.forget(model === '' ? undefined : model)
      setNewest(identities, lesson.model, lesson.identity, mostIdentities)
      return true
    }
    case 'forget':
      starts.forget(model)
      limits.forget(model)
      return true
  }
}
