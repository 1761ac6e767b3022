import { createStartMemory, type AnswerKind, type StartMemory } from '@reason/core/start'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Share } from '../../share.ts'
import { createLimitMemory, type LimitMemory } from '../model-limits/limit-memory.ts'
import type { ModelLimit } from '../model-limits/limit.ts'
import type { LearnedFile, UpstreamRecord } from './learned-records.ts'

/**
 * What the answers of upstreams taught. It outlives a configuration, and a restart where a file keeps it; the processes of one gateway learn together. By
 * the address and format of an upstream: a name may mean another server tomorrow.
 */
export interface Learned {
  of(place: string): LearnedOfUpstream
  close(): Promise<void>
}

/** What was learned of one upstream. */
export interface LearnedOfUpstream {
  /** Where texts begin. `note` is heard by the other processes, too. */
  starts: Pick<StartMemory, 'isNews' | 'note' | 'seen'>
  limits: Pick<LimitMemory, 'of' | 'learn'>
  /** What a server says that it is, for a model. Another one than before: what was learned of where texts begin is forgotten. */
  identify(model: string, identity: string): void
  /** Names of models that anything was learned of. */
  models(): string[]
  /** An operator wants models to be judged anew: one, or all. @returns Their names. */
  forget(model?: string): string[]
}

/** One thing that was learned, as processes tell each other. */
export type Lesson =
  | { place: string; kind: 'answer'; model: string; answer: AnswerKind; build?: string | undefined }
  | { place: string; kind: 'limit'; model: string; limit: ModelLimit }
  | { place: string; kind: 'identity'; model: string; identity: string }
  | { place: string; kind: 'forget'; model?: string | undefined }

/** Addresses change when configurations do. */
const mostPlaces = 64

/** Models that a server describes are named by clients. */
const mostIdentities = 64
const longestName = 256

interface Memory {
  starts: StartMemory
  limits: LimitMemory
  identities: Map<string, string>
}

export interface LearnedOptions {
  /** With other processes of the same gateway. Default: this one is alone. */
  share?: Share<Lesson> | undefined
  /** Where it is kept. Default: nowhere. */
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

  /** @returns Whether it was new. */
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
      // What a server says without a name holds for all of its models.
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
