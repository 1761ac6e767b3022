import type { BlockKind, Channel, FinishPart, Seal } from '@reason/core/parts'
import { createTextSeams, refusalText, resolveToolName, type Loose, type TextSeams } from '@reason/wire-kit'
import { writableSeals, writeSeals, type DetailWriter } from './detail-writer.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { writeFinish } from './finish.ts'
import { joinPieces } from './pieced-fields.ts'
import { signatureField, signatureIn } from './signatures.ts'

/** One generation, collected from its parts. */
export interface ChoiceDraft {
  index: number
  /** In order; one for each run of one block. */
  texts: TextDraft[]
  seams: TextSeams
  finish: FinishPart | undefined
  // What follows most answers have nothing of: it is made when the first of it comes.
  calls: Map<number, CallDraft> | undefined
  kinds: Map<number, BlockKind> | undefined
  /** Of the reasoning, by block. */
  seals: Map<number, readonly Seal[]> | undefined
  extra: Fields | undefined
  messageExtra: Fields | undefined
  /** Of tool calls and of their functions, by call. */
  callExtra: Map<number, CallFields> | undefined
}

export type Fields = [name: string, value: unknown][]
type CallFields = Record<'call' | 'function', Fields>

export const createDraft = (index: number): ChoiceDraft => ({
  index,
  texts: [],
  seams: createTextSeams(),
  finish: undefined,
  calls: undefined,
  kinds: undefined,
  seals: undefined,
  extra: undefined,
  messageExtra: undefined,
  callExtra: undefined,
})

interface TextDraft {
  target: Exclude<Channel, 'commentary'>
  block: number
  kind: BlockKind | undefined
  pieces: string[]
}

interface CallDraft {
  id: string | undefined
  name: string
  custom: boolean
  pieces: string[]
  signature: Seal | undefined
}

export interface BodyContext {
  dialect: ResponseFacts
  details: DetailWriter | undefined
  callId(own: string | undefined): string
  tools: readonly string[] | undefined
  /** The client is one of the API's first version. */
  knowsNoTools: boolean
}

/** An element of `choices`. */
export function writeChoice(draft: ChoiceDraft, context: BodyContext): Record<string, unknown> {
  const { index, finish, calls, extra } = draft
  const word = finish && writeFinish(finish, calls !== undefined, context.knowsNoTools)
  return withFields({ index, message: writeMessage(draft, context), finish_reason: word ?? 'error' }, extra && joinPieces(extra))
}

/** An object with more fields, whatever these are called. */
export function withFields(holder: Record<string, unknown>, fields: Fields | undefined): Record<string, unknown> {
  return fields === undefined ? holder : { ...holder, ...Object.fromEntries(fields) }
}

function writeMessage(draft: ChoiceDraft, context: BodyContext): Record<string, unknown> {
  const { texts, calls, finish, messageExtra } = draft
  const { field } = context.dialect
  const reasoning = join(texts, ({ target }) => target === 'reasoning')
  const content = join(texts, ({ target, kind }) => target === 'answer' && kind !== 'refusal')
  const ownRefusal = join(texts, ({ kind }) => kind === 'refusal')
  const said = { refused: ownRefusal !== '', answered: content !== '' || calls !== undefined }
  const refusal = ownRefusal !== '' ? ownRefusal : ((finish && refusalText(finish, said)) ?? '')
  const details = writeDetails(draft, context.details)
  const inParts = field === 'parts' && reasoning !== ''
  const message: Record<string, unknown> = {
    role: 'assistant',
    content: inParts ? writeParts(texts) : content === '' && (calls !== undefined || refusal !== '') ? null : content,
  }
  if (field !== 'parts' && reasoning !== '') message[field] = reasoning
  if (details !== undefined) message.reasoning_details = details
  message.refusal = refusal === '' ? null : refusal
  if (calls !== undefined) Object.assign(message, writeCalls(calls, draft.callExtra, context))
  if (finish?.seals !== undefined) Object.assign(message, signatureField(signatureIn(finish.seals)))
  return withFields(message, messageExtra && joinPieces(messageExtra))
}

function writeCalls(calls: Map<number, CallDraft>, extra: ChoiceDraft['callExtra'], context: BodyContext): Record<string, unknown> {
  const [first] = calls.values()
  if (context.knowsNoTools && first !== undefined)
    return { function_call: { name: resolveToolName(first.name, context.tools), arguments: first.pieces.join('') } }
  return { tool_calls: [...calls].map(([number, call]) => writeCall(call, extra?.get(number), context)) }
}

function writeCall(
  { id, name, custom, pieces, signature }: CallDraft,
  extra: CallFields | undefined,
  { callId, tools }: BodyContext,
): Record<string, unknown> {
  const written = resolveToolName(name, tools)
  const beside = Object.fromEntries(extra?.function ?? [])
  const body = custom
    ? { type: 'custom', custom: { name: written, input: pieces.join(''), ...beside } }
    : { type: 'function', function: { name: written, arguments: pieces.join(''), ...beside } }
  const fields: Loose = Object.fromEntries(extra?.call ?? [])
  return { id: callId(id), ...body, ...fields, ...signatureField(signature, fields.extra_content) }
}

/** Mistral's content: thinking and text in the order in which they came. */
function writeParts(texts: readonly TextDraft[]): unknown[] {
  return texts
    .filter(({ kind }) => kind !== 'refusal')
    .map(({ target, pieces }) => {
      const text = { type: 'text', text: pieces.join('') }
      return target === 'reasoning' ? { type: 'thinking', thinking: [text] } : text
    })
}

/** Each block's text, and directly after it its seals. Undefined: there is nothing to tell. */
function writeDetails({ texts, seals = new Map() }: ChoiceDraft, details: DetailWriter | undefined): unknown[] | undefined {
  if (details === undefined && seals.size === 0) return undefined
  const lists = new Map<number, unknown[]>()
  const listOf = (block: number): unknown[] => lists.get(block) ?? lists.set(block, []).get(block)!
  for (const { target, block, kind, pieces } of texts) {
    if (details === undefined || target !== 'reasoning') continue
    listOf(block).push(...(JSON.parse(details.text(JSON.stringify(pieces.join('')), kind, block)) as unknown[]))
  }
  for (const [block, own] of seals) listOf(block).push(...writeSeals(writableSeals(own, details !== undefined), block))
  const all = [...lists.keys()].toSorted((a, b) => a - b).flatMap((block) => lists.get(block)!)
  return all.length === 0 ? undefined : all
}

function join(texts: readonly TextDraft[], wanted: (text: TextDraft) => boolean): string {
  let text = ''
  for (const one of texts) if (wanted(one)) text += one.pieces.join('')
  return text
}
