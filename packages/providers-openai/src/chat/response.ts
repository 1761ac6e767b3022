import type { Part } from '@reason/core'
import type { DeltaPart, ErrorPart, StartPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { argumentsAtEnd, createCallIds, createNotCarried } from '@reason/wire-kit'
import { createDraft, withFields, writeChoice, type BodyContext, type ChoiceDraft, type Fields } from './choice-body.ts'
import { createDetailWriter } from './detail-writer.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { endingError, writeError } from '../shared/errors.ts'
import { writeFinish } from './finish.ts'
import { identify } from './identity.ts'
import { oldFunctions } from './old-functions.ts'
import { lossOf, placeOf, type ChoicePlace } from './not-carried.ts'
import { signatureIn } from './signatures.ts'
import { writeUsage } from './usage.ts'

/**
 * Parts to a whole body.
 *
 * A failure without any text before it is an error body. Where there was text, it is kept: `error` stands beside
 * `choices`, and the choice's `finish_reason` is `error`.
 */
export function writeChatResponse(parts: Iterable<Part>, dialect: ResponseFacts, options: WriterOptions = {}): Record<string, unknown> {
  const notCarried = createNotCarried('Chat Completions', options)
  const details = createDetailWriter(dialect)
  const knowsNoTools = oldFunctions(options.request ?? {}) !== undefined
  const drafts = new Map<number, ChoiceDraft>()
  /** By choice. */
  let usages: Map<number, Usage> | undefined
  let extra: Fields | undefined
  let start: StartPart | undefined
  let error: ErrorPart['error'] | undefined

  for (const part of parts) take(part)
  return body()

  function take(part: Part): void {
    const loss = lossOf(part, details !== undefined)
    if (loss !== undefined) notCarried(loss)
    if (part.type === 'start') {
      start ??= part
      draftOf(part.choice ?? 0)
    } else if (part.type === 'usage') (usages ??= new Map()).set(part.choice ?? 0, part.usage)
    else if (part.type === 'error') error ??= part.error
    else if (part.type === 'native') {
      const place = placeOf(part, options)
      if (place === undefined) notCarried('native parts that other formats have, or that may show reasoning')
      else if (place.scope === 'event') (extra ??= []).push([place.field, part.value])
      else addExtra(draftOf(part.choice ?? 0), place, part.value)
    } else if (part.type !== 'end' && part.type !== 'markup' && part.type !== 'warning' && part.type !== 'turn-end') {
      addTo(draftOf(part.choice ?? 0), part)
    }
  }

  function draftOf(index: number): ChoiceDraft {
    let draft = drafts.get(index)
    if (draft === undefined) drafts.set(index, (draft = createDraft(index)))
    return draft
  }

  function addTo(draft: ChoiceDraft, part: Part): void {
    switch (part.type) {
      case 'block-start':
        if (part.kind !== undefined) (draft.kinds ??= new Map()).set(part.block, part.kind)
        break
      case 'delta':
        addText(draft, part)
        break
      case 'block-end':
        if (part.seals !== undefined && part.channel === 'reasoning') (draft.seals ??= new Map()).set(part.block, part.seals)
        break
      case 'tool-call-start':
        if (knowsNoTools && draft.calls !== undefined) notCarried('a second call, for a client that knows no tools')
        draft.calls ??= new Map()
        draft.calls.set(part.call, {
          id: part.id,
          name: part.name,
          custom: part.contentType === 'custom',
          pieces: [],
          signature: undefined,
        })
        break
      case 'tool-call-delta':
        draft.calls?.get(part.call)?.pieces.push(part.text)
        break
      case 'tool-call-end': {
        const call = draft.calls?.get(part.call)
        if (call === undefined) break
        call.signature = signatureIn(part.seals)
        call.pieces.push(argumentsAtEnd({ isEmpty: call.pieces.length === 0, custom: call.custom, boundary: part.boundary }))
        break
      }
      case 'finish':
        draft.finish = part
        break
    }
  }

  function addExtra(draft: ChoiceDraft, place: ChoicePlace, value: unknown): void {
    if ('call' in place) {
      draft.callExtra ??= new Map()
      const known = draft.callExtra.get(place.call) ?? { call: [], function: [] }
      known[place.scope].push([place.field, value])
      draft.callExtra.set(place.call, known)
    } else if (place.scope === 'choice') (draft.extra ??= []).push([place.field, value])
    else (draft.messageExtra ??= []).push([place.field, value])
  }

  function addText(draft: ChoiceDraft, part: DeltaPart): void {
    const { channel, block } = part
    const { commentary = 'reasoning' } = options
    const target = channel === 'commentary' ? commentary : channel
    if (target === 'drop') return notCarried('commentary')
    const kind = draft.kinds?.get(block)
    const text = draft.seams.before(kind === 'refusal' ? kind : target, part) + part.text
    const last = draft.texts.at(-1)
    if (last !== undefined && last.target === target && last.block === block) last.pieces.push(text)
    else draft.texts.push({ target, block, kind, pieces: [text] })
  }

  function body(): Record<string, unknown> {
    const list = [...drafts.values()].toSorted((a, b) => a.index - b.index)
    const ended = error ?? unexpected(list)
    const empty = list.every(({ texts, calls }) => texts.length === 0 && calls === undefined)
    if (ended !== undefined && empty) return writeError(ended)
    const { id, created, model, constants } = identify(start, options)
    const context: BodyContext = { dialect, details, callId: createCallIds('call_', () => id, options), tools: options.tools, knowsNoTools }
    const written = withFields(withFields({ id, object: 'chat.completion', created, model }, constants), extra)
    written.choices = list.map((draft) => writeChoice(draft, context))
    if (usages !== undefined) written.usage = writeUsage([...usages.values()])
    return ended === undefined ? written : Object.assign(written, writeError(ended))
  }
}

/** The error for choices that ended too early without an error from the provider. They must not look like a success. */
function unexpected(list: readonly ChoiceDraft[]): ErrorPart['error'] | undefined {
  const odd = list.find(({ finish }) => finish === undefined || writeFinish(finish, false) === undefined)
  return list.length === 0 || odd !== undefined ? endingError(odd?.finish?.reason, odd?.finish?.native) : undefined
}
