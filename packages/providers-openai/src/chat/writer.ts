import type { Part } from '@reason/core'
import type { StartPart, Usage } from '@reason/core/parts'
import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { asJson, createCallIds, createNotCarried } from '@reason/wire-kit'
import { createChoiceWriter, type ChoiceWriter } from './choice-writer.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { endingError, writeError } from '../shared/errors.ts'
import { identify, type Identity } from './identity.ts'
import { placeOf } from './not-carried.ts'
import { writeUsage } from './usage.ts'

const nothing: readonly Frame[] = Object.freeze([])

/**
 * Writes parts as `chat.completion.chunk` frames, ending with `[DONE]`.
 *
 *   role ▶ { delta }* ▶ finish_reason ▶ usage (`choices: []`) ▶ [DONE]
 *
 * An error, or an aborted generation, becomes an error event before `[DONE]` and never an empty success.
 */
export function createChatWriter(dialect: ResponseFacts, options: WriterOptions = {}): WireWriter {
  const { includeUsage = true } = options
  const notCarried = createNotCarried('Chat Completions', options)
  const callId = createCallIds('call_', () => identity().id, options)
  const choices = new Map<number, ChoiceWriter>()
  /** By choice. */
  let usages: Map<number, Usage> | undefined
  /** Fields of the event's top that go with the next frame. */
  let extra = ''
  let started: StartPart | undefined
  let known: Identity | undefined
  let ready: string | undefined
  let failed = false
  let ended = false

  return {
    push,
    end,
    textFrame: (part) => (ended || extra !== '' ? undefined : choices.get(part.choice ?? 0)?.textFrame(part)),
    ping,
  }

  function push(part: Part): readonly Frame[] {
    if (ended) return nothing
    switch (part.type) {
      case 'start':
        started ??= part
        return choiceOf(part.choice ?? 0).role()
      case 'usage':
        usages ??= new Map()
        usages.set(part.choice ?? 0, part.usage)
        return nothing
      case 'native': {
        const place = placeOf(part, options)
        if (place === undefined) notCarried('native parts that other formats have, or that may show reasoning')
        else if (place.scope === 'event') extra += member(place.field, part.value)
        else return choiceOf(part.choice ?? 0).extra(place, member(place.field, part.value))
        return nothing
      }
      case 'error':
        failed = true
        return [{ data: JSON.stringify(writeError(part.error)) }]
      case 'end':
        return end()
      case 'markup':
      case 'warning':
      case 'turn-end':
        return nothing
      default:
        return choiceOf(part.choice ?? 0).push(part)
    }
  }

  /** Of a choice, as many clients look at the first without asking whether there is one. */
  function ping(choice = 0): Frame | undefined {
    if (ended || failed || choices.get(choice)?.finished() !== false) return undefined
    return { data: `${head()},"choices":[{"index":${choice},"delta":{},"finish_reason":null}]}` }
  }

  function end(): readonly Frame[] {
    if (ended) return nothing
    ended = true
    const frames: Frame[] = []
    const unfinished = [...choices.values()].find((choice) => !choice.finished())
    if (!failed && (choices.size === 0 || unfinished !== undefined)) {
      const ending = unfinished?.endedBy()
      frames.push({ data: JSON.stringify(writeError(endingError(ending?.reason, ending?.native))) })
    }
    if (includeUsage && usages !== undefined) {
      frames.push({ data: `${head()}${takeExtra()},"choices":[],"usage":${JSON.stringify(writeUsage([...usages.values()]))}}` })
    }
    frames.push({ data: '[DONE]' })
    return frames
  }

  function choiceOf(index: number): ChoiceWriter {
    let choice = choices.get(index)
    if (choice === undefined) {
      choice = createChoiceWriter(index, dialect, options, { head, takeExtra, callId, notCarried })
      choices.set(index, choice)
    }
    return choice
  }

  function identity(): Identity {
    known ??= identify(started, options)
    return known
  }

  function head(): string {
    if (ready === undefined) {
      const { id, created, model, constants = [] } = identity()
      const fields = constants.map(([field, value]) => member(field, value))
      ready = `{"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)}${fields.join('')}`
    }
    return ready
  }

  function takeExtra(): string {
    if (extra === '') return ''
    const taken = extra
    extra = ''
    return taken
  }
}

const member = (field: string, value: unknown): string => (value === undefined ? '' : `,${JSON.stringify(field)}:${asJson(value)}`)
