import type { NativePart, Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { isNone, isLoose, isText, type Loose } from '@reason/wire-kit'
import { fieldOf, jsonText, keep } from '../../shared/request-fields.ts'
import { channelOf, nativeFields } from '../natives.ts'
import { WIRE } from '../wire.ts'
import { notes, toExtra, type PartRecord } from './extras.ts'

/** Reads a content of the model. Each part becomes one item, so that each signature stays in its place. */
export function readModel(content: Loose, parts: readonly unknown[], issuer: Issuer): AssistantMessage {
  const records: PartRecord[] = []
  const items = parts.map((part, index): Item => {
    const { item, record } = readPart(part, issuer)
    if (record !== undefined) records.push({ item: index, ...record })
    return item
  })
  const fields = { ...keep(content, parts.length > 0 ? ['parts'] : []), ...(records.length > 0 && { [notes.parts]: records }) }
  return { role: 'assistant', items, origin: issuer, extra: toExtra(fields) }
}

interface ReadPart {
  item: Item
  record?: Omit<PartRecord, 'item'>
}

function readPart(part: unknown, issuer: Issuer): ReadPart {
  if (!isLoose(part)) return { item: native('odd.part', part) }
  const signature = fieldOf(part, 'thoughtSignature')
  const seals: Seal[] = isText(signature) ? [{ kind: 'thought-signature', value: signature, issuer }] : []
  const sealed = seals.length > 0 ? { seals } : {}
  const signed = seals.length > 0 ? ['thoughtSignature'] : []
  const call = fieldOf(part, 'functionCall')
  if (isLoose(call) && typeof call.name === 'string' && (isNone(call.args) || isLoose(call.args))) {
    const args = isLoose(call.args) ? jsonText(call.args) : ''
    if (args !== undefined) {
      const read = ['name', ...(isLoose(call.args) ? ['args'] : []), ...(isText(call.id) ? ['id'] : [])]
      return {
        item: { type: 'tool-call', ...(isText(call.id) && { id: call.id }), name: call.name, arguments: args, boundary: 'wire', ...sealed },
        ...recordOf(keep(part, ['functionCall', ...signed]), keep(call, read)),
      }
    }
  }
  const thought = part.thought === true
  if (typeof part.text === 'string' && (part.text !== '' || seals.length > 0)) {
    const hidden = part.text === ''
    const marked = hidden && thought ? seals.map((seal) => ({ ...seal, item: 'thought' })) : seals
    return {
      item: {
        type: 'block',
        channel: thought || hidden ? 'reasoning' : 'answer',
        ...(hidden ? { kind: 'hidden' as const } : thought && { kind: 'summary' as const }),
        text: part.text,
        boundary: 'wire',
        ...(marked.length > 0 && { seals: marked }),
      },
      ...recordOf(keep(part, ['text', ...signed, ...(thought ? ['thought'] : [])])),
    }
  }
  const event = `part.${nativeFields(part)[0] ?? 'text'}`
  const rest = Object.fromEntries(Object.entries(part).filter(([name]) => seals.length === 0 || !signatureNames.includes(name)))
  return { item: { ...native(event, rest), ...sealed }, ...recordOf(keepSpelling(part, signed)) }
}

const signatureNames = ['thoughtSignature', 'thought_signature']

/** Keeps only the spelling of a native part's signature. */
const keepSpelling = (part: Loose, signed: readonly string[]): Loose =>
  keep(Object.fromEntries(Object.entries(part).filter(([name]) => signatureNames.includes(name))), signed)

function recordOf(part: Loose, call: Loose = {}): Pick<ReadPart, 'record'> {
  const [isPlain, isPlainCall] = [part, call].map((one) => Object.keys(one).length === 0)
  return isPlain && isPlainCall ? {} : { record: { part, ...(!isPlainCall && { call }) } }
}

const native = (event: string, value: unknown): NativePart => ({
  type: 'native',
  wire: WIRE,
  event,
  ...(event === 'part.text' || event.startsWith('odd') ? { channel: 'reasoning' as const } : channelOf(event)),
  value,
})
