import type { BlockKind, Seal } from '@reason/core/parts'
import type { Loose } from '@reason/wire-kit'
import type { ResponseFacts } from '../dialect/dialect.ts'
import { signatureField } from '../signatures.ts'
import { writeSeals, type DetailWriter } from './detail-writer.ts'
import { joinPieces } from './pieced-fields.ts'
import type { CallHead, ChoiceSink, TextField } from './sink.ts'

export type FieldPairs = [name: string, value: unknown][]

/** An element of `choices`, collected from its pieces. */
export interface ChoiceBody extends ChoiceSink {
  readonly index: number
  /** True as long as neither text nor a call has come. */
  isEmpty(): boolean
  body(): Record<string, unknown>
}

export interface BodyContext {
  /** The dialect's name for `reasoning`; `parts`: thinking and text are parts of `content`. */
  field: ResponseFacts['field']
  details: DetailWriter | undefined
  knowsNoTools: boolean
}

interface TextDraft {
  field: TextField
  block: number
  kind: BlockKind | undefined
  pieces: string[]
}

interface CallDraft extends CallHead {
  pieces: string[]
  signature: Seal | undefined
}

export function createChoiceBody(index: number, { field: reasoningField, details, knowsNoTools }: BodyContext): ChoiceBody {
  /** Texts in order, one for each run of a block. */
  const texts: TextDraft[] = []
  // The following are created on first use, as most answers need none of them.
  let calls: Map<number, CallDraft> | undefined
  let seals: Map<number, readonly Seal[]> | undefined
  let fields: { choice: FieldPairs; message: FieldPairs } | undefined
  let callFields: Map<number, Record<'call' | 'function', FieldPairs>> | undefined
  let ending: { word: string; signature: Seal | undefined } | undefined

  return {
    index,
    isEmpty: () => texts.length === 0 && calls === undefined,
    body,
    text(field, text, block, kind) {
      const last = texts.at(-1)
      if (last?.field === field && last.block === block) last.pieces.push(text)
      else texts.push({ field, block, kind, pieces: [text] })
    },
    seals: (block, own) => void (seals ??= new Map()).set(block, own),
    openCall: (head) => void (calls ??= new Map()).set(head.call, { ...head, pieces: [], signature: undefined }),
    callText: (call, text) => void calls!.get(call)!.pieces.push(text),
    closeCall(call, rest, signature) {
      const draft = calls!.get(call)!
      draft.pieces.push(rest)
      draft.signature = signature
    },
    field(place, value) {
      if ('call' in place) {
        callFields ??= new Map()
        const known = callFields.get(place.call) ?? { call: [], function: [] }
        known[place.scope].push([place.field, value])
        callFields.set(place.call, known)
      } else (fields ??= { choice: [], message: [] })[place.scope].push([place.field, value])
    },
    finish: (word, signature) => void (ending = { word, signature }),
  }

  function body(): Record<string, unknown> {
    const choice = { index, message: message(), finish_reason: ending?.word ?? 'error' }
    return withFields(choice, fields && joinPieces(fields.choice))
  }

  function message(): Record<string, unknown> {
    const [reasoning, content, refusal] = [textOf('reasoning'), textOf('content'), textOf('refusal')]
    const inParts = reasoningField === 'parts' && reasoning !== ''
    const list = detailList()
    const written: Record<string, unknown> = {
      role: 'assistant',
      content: inParts ? parts() : content === '' && (calls !== undefined || refusal !== '') ? null : content,
    }
    if (reasoning !== '' && !inParts) written[reasoningField] = reasoning
    if (list.length > 0) written.reasoning_details = list
    written.refusal = refusal === '' ? null : refusal
    if (calls !== undefined) Object.assign(written, writeCalls(calls))
    if (ending?.signature !== undefined) Object.assign(written, signatureField(ending.signature))
    return withFields(written, fields && joinPieces(fields.message))
  }

  function textOf(field: TextField): string {
    let text = ''
    for (const one of texts) if (one.field === field) text += one.pieces.join('')
    return text
  }

  /** Writes Mistral's content: thinking and text in the order in which they came. */
  function parts(): unknown[] {
    return texts
      .filter(({ field }) => field !== 'refusal')
      .map(({ field, pieces }) => {
        const text = { type: 'text', text: pieces.join('') }
        return field === 'reasoning' ? { type: 'thinking', thinking: [text] } : text
      })
  }

  /** Lists each block's text, directly followed by its seals. */
  function detailList(): unknown[] {
    if (details === undefined && seals === undefined) return []
    const lists = new Map<number, unknown[]>()
    const listOf = (block: number): unknown[] => lists.get(block) ?? lists.set(block, []).get(block)!
    for (const { field, block, kind, pieces } of texts) {
      if (details === undefined || field !== 'reasoning') continue
      listOf(block).push(...(JSON.parse(details.text(JSON.stringify(pieces.join('')), kind, block)) as unknown[]))
    }
    for (const [block, own] of seals ?? []) listOf(block).push(...writeSeals(own, block))
    return [...lists.keys()].toSorted((a, b) => a - b).flatMap((block) => lists.get(block)!)
  }

  function writeCalls(drafts: Map<number, CallDraft>): Loose {
    if (!knowsNoTools) return { tool_calls: Array.from(drafts.values(), writeCall) }
    const [{ name, pieces }] = drafts.values() as unknown as [CallDraft]
    return { function_call: { name, arguments: pieces.join('') } }
  }

  function writeCall({ call, id, name, custom, pieces, signature }: CallDraft): Loose {
    const own = callFields?.get(call)
    const beside = Object.fromEntries(own?.function ?? [])
    const body = custom
      ? { type: 'custom', custom: { name, input: pieces.join(''), ...beside } }
      : { type: 'function', function: { name, arguments: pieces.join(''), ...beside } }
    const more: Loose = Object.fromEntries(own?.call ?? [])
    return { id, ...body, ...more, ...signatureField(signature, more.extra_content) }
  }
}

/** Adds fields to an object. The names may be any, including `__proto__`. */
export function withFields(holder: Record<string, unknown>, fields: FieldPairs | undefined): Record<string, unknown> {
  return fields === undefined ? holder : { ...holder, ...Object.fromEntries(fields) }
}
