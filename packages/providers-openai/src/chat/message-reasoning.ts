import { isEmpty, isLoose, type Loose } from '@reason/wire-kit'
import { addSeal, addText, closeBlock } from './blocks.ts'
import { rareFields, readThought, reasoningCarriers, reasoningFields } from './carriers.ts'
import type { ChatChoice } from './choice.ts'
import { createDetailRecords, readDetail, type Detail } from './details.ts'
import { unknownPart, wrongType } from './unknown-parts.ts'

/** Reads the first reasoning field that has text, as the others repeat it. @returns Whether there was any text. */
export function readReasoning(choice: ChatChoice, message: Loose, whole: boolean, rare: ReadonlySet<string> | undefined): boolean {
  const text = readFields(choice, message, rare)
  noteThought(choice, text)
  if (choice.notesField && text !== '') noteField(choice, reasoningFields.find((field) => message[field] === text) ?? '')
  const values = isEmpty(message.reasoning_details) && rare !== undefined ? message.thinking_blocks : message.reasoning_details
  if (Array.isArray(values)) return readDetails(choice, values, text, whole)
  if (!isEmpty(values)) wrongType(choice, 'reasoning_details', values)
  if (text !== '') addText(choice.blocks, 'reasoning', undefined, text)
  return text !== ''
}

/** Remembers text of a string field, which details that come alone may repeat. */
export function noteThought(choice: ChatChoice, text: string): void {
  choice.unrepeated += text.length
  choice.unrepeatedEnd = endOf(choice.unrepeatedEnd + text)
}

/** The end of a text, by which two texts of one length are compared. A thought itself would occupy memory twice. */
const endOf = (text: string): string => text.slice(-256)

/** Records the field of the reasoning, because an unknown provider gets reasoning back in the field in which it sent it. */
export function noteField(choice: ChatChoice, field: string): void {
  if (!choice.notesField) return
  choice.notesField = false
  if (field !== '' && field !== reasoningFields[0]) choice.assembler.native('replay.message', { fields: [field] }, { channel: 'reasoning' })
}

/** Records that the reasoning is a part of the content, and how the part is written. */
export function noteParts(choice: ChatChoice, content: readonly unknown[]): void {
  const part = content.find((one): one is Loose => isLoose(one) && (one.type === 'thinking' || one.type === 'reasoning'))
  if (part === undefined) return
  choice.notesField = false
  const record = { block: choice.blocks.current + 1, type: part.type, ...(typeof part.thinking === 'string' && { thinking: '' }) }
  choice.assembler.native('replay.message', { content: [record] }, { channel: 'reasoning' })
}

function readFields(choice: ChatChoice, message: Loose, rare: ReadonlySet<string> | undefined): string {
  let text = ''
  for (const field of reasoningFields) text = readField(choice, message, field, text)
  if (rare !== undefined)
    for (const field of rareFields) if (rare.has(field) && field !== 'thinking_blocks') text = readField(choice, message, field, text)
  return text
}

/** @param text - Text of a field that was read before. `''`: none. */
function readField(choice: ChatChoice, message: Loose, field: string, text: string): string {
  const value = message[field]
  if (value === undefined || value === null || value === '') return text
  const own = typeof value === 'string' ? value : readThought(value)
  if (own === '') wrongType(choice, field, value)
  else if (text === '') return own
  else differs(choice, text, own, field)
  return text
}

/**
 * Reads `reasoning_details`. They nearly always repeat the text of a string field, and are preferred because they add
 * kinds, block boundaries and seals.
 *
 * @param text - Text of the string field. `''`: none.
 * @returns Whether there was any text, here or in the string field.
 */
function readDetails(choice: ChatChoice, values: readonly unknown[], text: string, whole: boolean): boolean {
  const read: { detail: Detail; value: Loose }[] = []
  for (const value of values) {
    const detail = readDetail(value)
    if (detail !== undefined) read.push({ detail, value: value as Loose })
    else if (!isEmpty(value)) unknownPart(choice, 'message.reasoning_details', value, true)
  }
  const own = read.length === 1 ? read[0]!.detail.text : read.map(({ detail }) => detail.text).join('')
  // LiteLLM repeats a whole thought beside its signature, and Kilo each piece of it in a delta of its own.
  const isLate = text === '' && own !== '' && own.length === choice.unrepeated && endOf(own) === choice.unrepeatedEnd
  const repeats = !isLate && (text === '' || own === text)
  if (isLate) {
    unknownPart(choice, 'message.reasoning_details', own, true)
    choice.unrepeated = 0
    choice.unrepeatedEnd = ''
  } else if (!repeats) {
    if (own !== '') differs(choice, text, own, 'reasoning_details')
    const [first, ...others] = read.flatMap(({ detail }) => (detail.text === '' ? [] : detail))
    // Text of another origin may be the raw thought. It counts as a summary only if all details are one, and if only white space differs.
    const isSame = others.every(({ kind }) => kind === first?.kind) && spaceless(own) === spaceless(text)
    addText(choice.blocks, 'reasoning', isSame ? first?.kind : undefined, text, first?.key)
  }
  for (const { detail, value } of read) {
    // Anthropic's blocks have no numbers. Text after a signature belongs to the next block.
    if (value.type === 'thinking' && detail.text !== '' && choice.signed === choice.blocks.current) closeBlock(choice.blocks, 'wire')
    if (repeats && detail.text !== '') addText(choice.blocks, 'reasoning', detail.kind, detail.text, detail.key)
    if (detail.signature !== '') {
      addSeal(choice.blocks, { kind: 'signature', value: detail.signature, joins: !whole }, detail.key)
      choice.signed = choice.blocks.current
    }
    const item = detail.id === undefined ? undefined : { item: detail.id }
    if (detail.encrypted !== '') addSeal(choice.blocks, { kind: 'encrypted', value: detail.encrypted, joins: !whole, ...item }, detail.key)
    if (choice.blocks.current >= 0) (choice.details ??= createDetailRecords()).note(value, choice.blocks.current)
  }
  return own !== '' || text !== ''
}

const spaceless = (text: string): string => text.replaceAll(/\s+/g, '')

function differs(choice: ChatChoice, taken: string, other: string, field: string): void {
  if (taken === other) return
  unknownPart(choice, `message.${field}`, other, true)
  const message = `Reasoning came in two fields that differ; "${field}" was kept as a native part.`
  choice.context.warn('duplicate-carrier', message, '', choice.index)
}

/** True if a message has reasoning beside its content. */
export function hasReasoning(message: Loose): boolean {
  for (const field of reasoningCarriers) if (!isEmpty(message[field])) return true
  return false
}
