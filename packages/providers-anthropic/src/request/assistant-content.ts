import type { NativePart, Seal } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { isText, objectArguments, parseExact, type NotCarried } from '@reason/wire-kit'
import { placeOf } from '../native-blocks.ts'
import { WIRE } from '../wire-id.ts'
import { createTaker, isLoose, isString, keptOf, type Extended, type Loose } from './fields.ts'
import { toolName } from './tools.ts'

/** Reads the content of an assistant message, block by block. */
export function readItems(content: unknown, issuer: Issuer): Item[] {
  if (isString(content)) return content === '' ? [] : [answer(content)]
  return Array.isArray(content) ? content.map((block) => readItem(block, issuer)) : []
}

const answer = (text: string): Block => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })

function readItem(block: unknown, issuer: Issuer): Item {
  const from = createTaker(isLoose(block) ? block : {})
  const type = from.take('type', isString)
  return readKnown(type, from, issuer) ?? { type: 'native', wire: WIRE, event: type ?? 'block', value: block }
}

type Taker = ReturnType<typeof createTaker>

/** Reads a known block. Undefined for another type or an invalid block, which stays unchanged. */
function readKnown(type: string | undefined, from: Taker, issuer: Issuer): Extended<Item> | undefined {
  switch (type) {
    case 'text': {
      const text = from.take('text', isString)
      return text === undefined ? undefined : { ...answer(text), ...from.rest() }
    }
    case 'thinking': {
      const text = from.take('thinking', isString) ?? ''
      const value = from.take('signature', isText)
      return { ...reasoning(text, value === undefined ? [] : [{ kind: 'signature', value, issuer }]), ...from.rest() }
    }
    case 'redacted_thinking': {
      const value = from.take('data', isText)
      return { ...reasoning('', value === undefined ? [] : [{ kind: 'redacted', value, issuer }]), ...from.rest() }
    }
    case 'tool_use': {
      const [id, name, input] = [from.take('id', isString), from.take('name', isString), from.take('input', isLoose)]
      if (id === undefined || name === undefined || input === undefined) return undefined
      return { type: 'tool-call', id, name, arguments: JSON.stringify(input), boundary: 'wire', ...from.rest() }
    }
  }
  return undefined
}

function reasoning(text: string, seals: Seal[]): Block {
  const hidden = text === '' && seals.length > 0
  return {
    type: 'block',
    channel: 'reasoning',
    ...(hidden && { kind: 'hidden' }),
    text,
    boundary: 'wire',
    ...(seals.length > 0 && { seals }),
  }
}

/**
 * Writes the items of a message as blocks, in order. Fields beside a block's text (citations, the caller of a tool) go
 * back into that block; fields of the response as a whole do not.
 *
 * @param options.unsigned - True if the target accepts thinking without a signature.
 * @param options.keepsEmpty - True if it also accepts thinking without text.
 */
export function writeItems(
  message: AssistantMessage,
  options: { callIds: readonly string[]; unsigned: boolean; keepsEmpty: boolean },
  notCarried: NotCarried,
): Record<string, unknown>[] {
  const blocks: Record<string, unknown>[] = []
  let calls = 0
  let held: [of: string, field: string, value: unknown][] = []
  for (const item of message.items) {
    if (item.type === 'native') writeNative(item)
    else if (item.type === 'tool-call') {
      const input = parseExact(objectArguments(item.arguments, item.contentType))
      const name = toolName(item.name)
      if (name !== item.name) notCarried('names of tools as they were: some characters are refused')
      add({ type: 'tool_use', id: options.callIds[calls++]!, name, input, ...fieldsFor('tool_use'), ...keptOf(item) })
    } else if (item.channel === 'reasoning') writeReasoning(item)
    else if (item.text.trim() !== '') add({ type: 'text', text: item.text, ...fieldsFor('text'), ...keptOf(item) })
  }
  return blocks

  function add(block: Record<string, unknown>): void {
    blocks.push(block)
    // Drops the fields of a thought that did not go back.
    held = held.filter(([of]) => block.type === 'thinking' || !ofThinking.test(`${of}.`))
  }

  /** Writes a thought. Its text, its seals and the fields beside them stay unchanged, as the provider compares all of it. */
  function writeReasoning(block: Block): void {
    const { text, seals = [] } = block
    const signature = seals.find(({ kind }) => kind === 'signature')?.value
    const redacted = seals.filter(({ kind }) => kind === 'redacted')
    const [beside, besideRedacted] = [fieldsFor('thinking'), fieldsFor('redacted_thinking')]
    const isEmpty = options.keepsEmpty && text === '' && seals.length === 0
    const isThinking = (text !== '' && options.unsigned) || isEmpty || signature !== undefined
    if (isThinking) add({ type: 'thinking', thinking: text, signature: signature ?? '', ...beside, ...keptOf(block) })
    for (const { value } of redacted) {
      add({ type: 'redacted_thinking', data: value, ...besideRedacted, ...(!isThinking && text === '' && keptOf(block)) })
    }
  }

  function writeNative(part: NativePart): void {
    if (part.wire !== WIRE) return notCarried('native items of other formats')
    const place = ofThinking.test(part.event) ? 'field' : placeOf(part)
    if (place === 'block') add(part.value as Record<string, unknown>)
    else if (place === 'field') {
      const [of = '', field = ''] = splitOnce(part.event)
      held.push([of, field, part.value])
    } else if (place === 'citation') {
      const last = blocks.at(-1)
      if (last?.type !== 'text') return notCarried('citations without a text')
      last.citations = [...(Array.isArray(last.citations) ? (last.citations as unknown[]) : []), part.value]
    }
  }

  function fieldsFor(type: string): Loose {
    const mine = held.filter(([of]) => of === type)
    held = held.filter(([of]) => of !== type)
    return Object.fromEntries(mine.map(([, field, value]) => [field, value]))
  }
}

const ofThinking = /^(?:redacted_)?thinking\./

const splitOnce = (event: string): string[] => [event.slice(0, event.indexOf('.')), event.slice(event.indexOf('.') + 1)]
