import type { Part } from '@reason/core'
import type { DeltaPart, NativePart, StartPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { citationsIn, createCallIds, createNotCarried, imagesIn } from '@reason/wire-kit'
import { endingError } from '../../shared/errors.ts'
import { oldFunctions } from '../old-functions.ts'
import { WIRE } from '../wire-id.ts'
import { createChoiceMachine, type ChoiceMachine } from './choice-machine.ts'
import { identify, type CompletionIdentity } from './identity.ts'
import { placeOf } from './not-carried.ts'
import type { ChoiceSink, ChatSink, TextField } from './sink.ts'

/** Whether the client speaks the first version of the API, which has no tools: an answer has one call at most, in `function_call`. */
export const knowsNoTools = ({ request = {} }: WriterOptions): boolean => oldFunctions(request) !== undefined

/**
 * Writes parts as a response. The sink decides whether it is whole or streamed.
 *
 *   { choice: { text | call }* ▶ finish }* ▶ usage
 *
 * The sink gets an error at once. A response that was aborted, or that has no finish, ends with an error.
 *
 * @param withDetails - Whether the sink writes `reasoning_details`.
 */
export function createChatMachine<C extends ChoiceSink>(sink: ChatSink<C>, options: WriterOptions, withDetails: boolean) {
  const choices = new Map<number, { machine: ChoiceMachine; sink: C }>()
  const context = {
    commentary: options.commentary ?? 'reasoning',
    tools: options.tools,
    knowsNoTools: knowsNoTools(options),
    withDetails,
    callId: createCallIds('call_', () => identity().id, options),
    notCarried: createNotCarried('Chat Completions', options),
  }
  let usages: Map<number, Usage> | undefined
  let started: StartPart | undefined
  let known: CompletionIdentity | undefined
  let failed = false
  let ended = false

  return { push, end, identity, textField, openChoice }

  function push(part: Part, next?: Part): void {
    if (ended) return
    switch (part.type) {
      case 'start':
        started ??= part
        choiceOf(part.choice)
        return
      case 'usage':
        usages ??= new Map()
        usages.set(part.choice ?? 0, part.usage)
        return
      case 'native': {
        const place = placeOf(part, options)
        if (place === undefined) foreign(part)
        else if (place.scope === 'event') sink.field(place.field, part.value)
        else choiceOf(part.choice).machine.field(place, part.value)
        return
      }
      case 'error':
        failed = true
        return sink.error(part.error)
      case 'end':
        return end()
      case 'markup':
      case 'warning':
      case 'turn-end':
        return
      default:
        choiceOf(part.choice).machine.push(part, next)
    }
  }

  /** Writes images and citations of any other format, and those among the parts of a content (Mistral), which is a text here. */
  function foreign(part: NativePart): void {
    const isAnswerPart = part.event === 'message.content' && part.channel !== 'reasoning'
    const isForeign = (part.wire !== WIRE || isAnswerPart) && options.native !== 'none'
    const [images, citations] = isForeign ? [imagesIn(part), citationsIn(part)] : [[], []]
    if (images.length > 0) choiceOf(part.choice).machine.images(images)
    else if (citations.length > 0) choiceOf(part.choice).machine.cite(citations)
    else context.notCarried('native parts that other formats have, or that may show reasoning')
  }

  function end(): void {
    if (ended) return
    ended = true
    const unfinished = [...choices.values()].find(({ machine }) => !machine.finished())
    if (!failed && (choices.size === 0 || unfinished !== undefined)) {
      const ending = unfinished?.machine.endedBy()
      sink.error(endingError(ending?.reason, ending?.native))
    }
    sink.end([...(usages?.values() ?? [])])
  }

  /** Returns the field for the text of a part. Undefined if the text is left out, or if other characters precede it. */
  function textField(part: DeltaPart): TextField | undefined {
    return ended ? undefined : choices.get(part.choice ?? 0)?.machine.textField(part)
  }

  /** Returns the sink of a choice that has begun and not ended. */
  function openChoice(index: number): C | undefined {
    const choice = ended || failed ? undefined : choices.get(index)
    return choice?.machine.finished() === false ? choice.sink : undefined
  }

  function choiceOf(index = 0): { machine: ChoiceMachine; sink: C } {
    let choice = choices.get(index)
    if (choice === undefined) {
      const own = sink.openChoice(index)
      choice = { machine: createChoiceMachine(own, context), sink: own }
      choices.set(index, choice)
    }
    return choice
  }

  function identity(): CompletionIdentity {
    known ??= identify(started, options)
    return known
  }
}
