import type { Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { isText, objectArguments, parseExact, toBase64, type NotCarried } from '@reason/wire-kit'
import { placeOf } from '../native-blocks.ts'
import { WIRE } from '../wire-id.ts'
import { createTaker, extraOf, isList, isLoose, isString, keptOf, without, type Extended, type Loose } from './fields.ts'
import { toolName } from './tools.ts'

/** Reads the content of an assistant message, block by block. */
export const readItems = (content: unknown, issuer: Issuer): Item[] =>
  Array.isArray(content) ? content.map((block) => readItem(block, issuer)) : []

const answer = (text: string): Block => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })

function readItem(block: unknown, issuer: Issuer): Item {
  const key = isLoose(block) ? (Object.keys(block)[0] ?? 'block') : 'block'
  return (isLoose(block) ? readKnown(block, issuer) : undefined) ?? { type: 'native', wire: WIRE, event: key, value: block }
}

/** Reads a known block. Undefined for another kind or an invalid block, which stays unchanged. */
function readKnown(block: Loose, issuer: Issuer): Extended<Item> | undefined {
  if (isString(block.text)) return { ...answer(block.text), ...extraOf(Object.entries(without(block, 'text'))) }
  if (Object.keys(block).length !== 1) return undefined
  if (isLoose(block.toolUse)) return readCall(block.toolUse)
  if (isLoose(block.reasoningContent)) return readReasoning(block.reasoningContent, issuer)
  if (isLoose(block.citationsContent)) {
    const text = textOf(block.citationsContent)
    return text === '' ? undefined : { ...answer(text), ...extraOf(Object.entries(block)) }
  }
  return undefined
}

function readCall(value: Loose): Extended<ToolCall> | undefined {
  const from = createTaker(value)
  const [id, name, input] = [from.take('toolUseId', isString), from.take('name', isString), from.take('input', isLoose)]
  // A `type` marks a call that the provider ran.
  if (id === undefined || name === undefined || input === undefined || value.type !== undefined) return undefined
  return { type: 'tool-call', id, name, arguments: JSON.stringify(input), boundary: 'wire', ...from.rest() }
}

function readReasoning(value: Loose, issuer: Issuer): Extended<Block> {
  const from = createTaker(value)
  const inner = createTaker(from.take('reasoningText', isLoose) ?? {})
  const text = inner.take('text', isString) ?? ''
  const signature = inner.take('signature', isText)
  const bytes = from.take('redactedContent', isRedacted)
  const redacted = bytes instanceof Uint8Array ? toBase64(bytes) : bytes
  const seals: Seal[] = [
    ...(signature === undefined ? [] : [{ kind: 'signature', value: signature, issuer } as const]),
    ...(redacted === undefined ? [] : [{ kind: 'redacted', value: redacted, issuer } as const]),
  ]
  const beside = keptOf(inner.rest())
  return {
    type: 'block',
    channel: 'reasoning',
    ...(text === '' && seals.length > 0 && { kind: 'hidden' as const }),
    text,
    boundary: 'wire',
    ...(seals.length > 0 && { seals }),
    ...from.rest(Object.keys(beside).length > 0 ? { reasoningText: beside } : {}),
  }
}

const isRedacted = (value: unknown): value is string | Uint8Array => isText(value) || value instanceof Uint8Array

/** Returns the text of an answer with citations. */
function textOf(citations: unknown): string {
  const content = isLoose(citations) && isList(citations.content) ? citations.content : []
  return content.map((piece) => (isLoose(piece) && isString(piece.text) ? piece.text : '')).join('')
}

/**
 * Writes the items of a message as blocks, in order. Fields of the response as a whole do not go back.
 *
 * @param options.unsigned - True if the target accepts reasoning without a signature.
 */
export function writeItems(
  message: AssistantMessage,
  options: { callIds: readonly string[]; unsigned: boolean },
  notCarried: NotCarried,
): Loose[] {
  const blocks: Loose[] = []
  let calls = 0
  for (const item of message.items) {
    if (item.type === 'tool-call') {
      const input = parseExact(objectArguments(item.arguments, item.contentType))
      const name = toolName(item.name)
      if (name !== item.name) notCarried('names of tools as they were: some characters are refused')
      blocks.push({ toolUse: { toolUseId: options.callIds[calls++]!, name, input, ...keptOf(item) } })
    } else if (item.type === 'block') blocks.push(...(item.channel === 'reasoning' ? reasoningOf(item, options.unsigned) : answerOf(item)))
    else if (item.wire !== WIRE) notCarried('native items of other formats')
    else {
      const place = placeOf(item)
      if (place === 'block') blocks.push(item.value as Loose)
      else if (place === 'citation') cite(item.value)
    }
  }
  return blocks

  function cite(citation: unknown): void {
    const last = blocks.pop()
    if (last === undefined) return notCarried('citations without a text')
    const { text, citationsContent } = last
    const content = isLoose(citationsContent) ? citationsContent : undefined
    if (isString(text)) blocks.push({ citationsContent: { content: [{ text }], citations: [citation] } })
    else if (content !== undefined && isList(content.citations)) {
      blocks.push({ citationsContent: { ...content, citations: [...content.citations, citation] } })
    } else {
      blocks.push(last)
      notCarried('citations without a text')
    }
  }
}

function answerOf(block: Block): Loose[] {
  const kept = keptOf(block)
  if (kept.citationsContent !== undefined && textOf(kept.citationsContent) === block.text)
    return [{ citationsContent: kept.citationsContent }]
  return block.text.trim() === '' ? [] : [{ text: block.text, ...without(kept, 'citationsContent') }]
}

/** Writes reasoning. Its text and seals stay unchanged, as the provider compares them. */
function reasoningOf(block: Block, unsigned: boolean): Loose[] {
  const { text, seals = [] } = block
  const { reasoningText: beside, ...kept } = keptOf(block)
  const signature = seals.find(({ kind }) => kind === 'signature')?.value
  const shown =
    signature === undefined && (text === '' || !unsigned)
      ? []
      : [
          {
            reasoningContent: {
              reasoningText: { text, ...(signature !== undefined && { signature }), ...(isLoose(beside) && beside) },
              ...kept,
            },
          },
        ]
  const redacted = seals.filter(({ kind }) => kind === 'redacted')
  return [...shown, ...redacted.map(({ value }) => ({ reasoningContent: { redactedContent: value, ...(shown.length === 0 && kept) } }))]
}
