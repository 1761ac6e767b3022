import type { Part } from '@reason/core'
import type { ErrorPart, FinishPart, NativePart, StartPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { asJson, createNotCarried, isEmpty, isLoose, writesNative } from '@reason/wire-kit'
import { endingError } from '../shared/errors.ts'
import { writeUsage } from '../shared/usage.ts'
import { countNames } from './counts.ts'
import { writeFinish } from './finish.ts'
import { placeOf } from './natives.ts'
import { createPartWriter, type GeminiPartWriter } from './part-writer.ts'
import { WIRE } from './wire.ts'

/** Destination of a written response: chunks, or a whole body. Strings that are JSON need no further encoding. */
export interface GeminiSink {
  parts(candidate: number, parts: readonly string[]): void
  /** Adds members to the candidate, or to the response (-1), each as `,"name":value`. */
  members(candidate: number, members: string): void
  /** Called after everything else of that candidate. */
  finish(candidate: number, reason: string): void
  /** Called last, unless the response fails. */
  usage(usage: unknown): void
  fail(error: ErrorPart['error']): void
}

interface CandidateState {
  writer: GeminiPartWriter
  finish?: FinishPart
}

/** Writes parts as a response, streamed or whole. Finish reasons come last, because usage may precede them. */
export function createResponseMachine(sink: GeminiSink, mode: 'live' | 'whole', options: WriterOptions) {
  const { includeUsage = true } = options
  const notCarried = createNotCarried('Gemini', options)
  const candidates = new Map<number, CandidateState>()
  const usages = new Map<number, Usage>()
  let started: StartPart | undefined
  let failed = false
  let ended = false

  return { push, end, started: () => started }

  function push(part: Part): void {
    if (ended || failed) return
    switch (part.type) {
      case 'usage':
        usages.set(part.choice ?? 0, part.usage)
        return
      case 'native':
        return writeNative(part)
      case 'error':
        failed = true
        flush()
        return sink.fail(part.error)
      case 'finish':
        if (!isEmpty(part.seals)) notCarried('seals of a whole response')
        candidateOf(part.choice).finish ??= part
        return
      case 'end':
        return end()
      case 'start':
        started ??= part
        candidateOf(part.choice)
        return
      case 'markup':
      case 'warning':
      case 'turn-end':
        return
      default:
        write(part.choice, candidateOf(part.choice).writer.push(part))
    }
  }

  function end(): void {
    if (ended) return
    ended = true
    if (failed) return
    flush()
    const unfinished = [...candidates.values()].find(({ finish }) => wordOf(finish) === undefined)
    if (candidates.size === 0 || unfinished !== undefined)
      return sink.fail(endingError(unfinished?.finish?.reason, unfinished?.finish?.native))
    for (const [candidate, { finish }] of candidates) sink.finish(candidate, wordOf(finish)!)
    if (includeUsage && usages.size > 0) sink.usage(writeUsage([...usages.values()], countNames))
  }

  function flush(): void {
    for (const [candidate, { writer }] of candidates) write(candidate, writer.flush())
  }

  function write(candidate: number | undefined, parts: readonly string[]): void {
    if (parts.length > 0) sink.parts(candidate ?? 0, parts)
  }

  function writeNative(part: NativePart): void {
    const place = placeOf(part)
    if (part.wire !== WIRE || !writesNative(part, options) || place === undefined || (place.scope === 'part' && !isLoose(part.value))) {
      return notCarried('native parts that other formats have, or that may show reasoning')
    }
    if (place.scope === 'part') write(part.choice, candidateOf(part.choice).writer.native(part))
    else if (place.scope === 'candidate') {
      candidateOf(part.choice)
      sink.members(part.choice ?? 0, member(place.field, part.value))
    } else sink.members(-1, member(place.field, part.value))
  }

  function candidateOf(index = 0): CandidateState {
    let candidate = candidates.get(index)
    if (candidate === undefined) candidates.set(index, (candidate = { writer: createPartWriter(options, { mode, notCarried }) }))
    return candidate
  }
}

const wordOf = (finish: FinishPart | undefined): string | undefined => finish && writeFinish(finish.reason, finish.native)

export const member = (name: string, value: unknown): string => `,${JSON.stringify(name)}:${asJson(value)}`
