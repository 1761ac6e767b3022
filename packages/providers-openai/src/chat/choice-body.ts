import type { BlockKind, Channel, FinishPart, Seal } from '@reason/core'
import { resolveToolName, type Loose } from '@reason/core/wire-kit'
import { writableSeals, writeSeals, type DetailWriter } from './detail-writer.ts'
import type { Dialect } from './dialects.ts'
import { writeFinish } from './finish.ts'
import { signatureField, signatureIn } from './signatures.ts'

/** One generation, collected from its parts. */
export interface ChoiceDraft {
  index: number
  /** In order; one for each run of one block. */
  texts: TextDraft[]
  calls: Map<number, CallDraft>
  kinds: Map<number, BlockKind>
  /** Of the reasoning, by block. */
  seals: Map<number, readonly Seal[]>
  extra: [string, unknown][]
  messageExtra: [string, unknown][]
  /** Of tool calls and of their functions, by call. */
  callExtra: Map<number, Record<'call' | 'function', [string, unknown][]>>
  finish?: FinishPart
}

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
  signature: string | undefined
}

interface BodyContext {
  dialect: Dialect
  details: DetailWriter | undefined
  callId(own: string | undefined): string
  tools: readonly string[] | undefined
  /** The client is one of the API's first version. */
  knowsNoTools: boolean
}

/** An element of `choices`. */
export function writeChoice(draft: ChoiceDraft, context: BodyContext): Record<string, unknown> {
  const { index, finish, calls, extra } = draft
  return {
    index,
    message: writeMessage(draft, context),
    finish_reason: (finish && writeFinish(finish.reason, calls.size > 0, context.knowsNoTools)) ?? 'error',
    ...Object.fromEntries(extra),
  }
}

function writeMessage(draft: ChoiceDraft, context: BodyContext): Record<string, unknown> {
  const { texts, calls, finish, messageExtra, callExtra } = draft
  const { field = 'reasoning_content' } = context.dialect
  const reasoning = join(texts, ({ target }) => target === 'reasoning')
  const content = join(texts, ({ target, kind }) => target === 'answer' && kind !== 'refusal')
  const refusal = join(texts, ({ kind }) => kind === 'refusal')
  const details = writeDetails(draft, context.details)
  const inParts = field === 'parts' && reasoning !== ''
  return {
    role: 'assistant',
    content: inParts ? writeParts(texts) : content === '' && (calls.size > 0 || refusal !== '') ? null : content,
    ...(field !== 'parts' && reasoning !== '' && { [field]: reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    refusal: refusal === '' ? null : refusal,
    ...(calls.size > 0 && writeCalls(calls, callExtra, context)),
    ...signatureField(signatureIn(finish?.seals)),
    ...Object.fromEntries(messageExtra),
  }
}

function writeCalls(calls: ChoiceDraft['calls'], extra: ChoiceDraft['callExtra'], context: BodyContext): Record<string, unknown> {
  const [first] = calls.values()
  if (context.knowsNoTools && first !== undefined)
    return { function_call: { name: resolveToolName(first.name, context.tools), arguments: first.pieces.join('') } }
  return { tool_calls: [...calls].map(([number, call]) => writeCall(call, extra.get(number), context)) }
}

function writeCall(
  { id, name, custom, pieces, signature }: CallDraft,
  extra: { call: [string, unknown][]; function: [string, unknown][] } | undefined,
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

/** Each block's text, and directly after it its seals. */
function writeDetails({ texts, seals }: ChoiceDraft, details: DetailWriter | undefined): unknown[] {
  const lists = new Map<number, unknown[]>()
  const listOf = (block: number): unknown[] => lists.get(block) ?? lists.set(block, []).get(block)!
  for (const { target, block, kind, pieces } of texts) {
    if (details === undefined || target !== 'reasoning') continue
    listOf(block).push(...(JSON.parse(details.text(JSON.stringify(pieces.join('')), kind, block)) as unknown[]))
  }
  for (const [block, own] of seals) listOf(block).push(...writeSeals(writableSeals(own, details !== undefined), block))
  return [...lists.keys()].toSorted((a, b) => a - b).flatMap((block) => lists.get(block)!)
}

function join(texts: readonly TextDraft[], wanted: (text: TextDraft) => boolean): string {
  return texts
    .filter(wanted)
    .flatMap(({ pieces }) => pieces)
    .join('')
}
