import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { Issuer } from '@reason/core/conversation'
import { asText, isLoose, isSame, isText, type Loose, objectArguments, parseExact } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import type { StepRecord } from './extras.ts'

export type Placed = Item & { at?: number }
type Record_ = Omit<StepRecord, 'item'>

/** Reads a step of the model as items. Fields that an item lacks go into the record; a step that neither can express becomes a native item. */
export function readStep(step: Loose, issuer: Issuer): { item: Item; record: Record_ }[] {
  const seals = sealsOf(step, issuer)
  const read = (step.type === 'thought' && readThought(step, seals)) || (step.type === 'function_call' && readCall(step, seals))
  if (read && isSame(writeStep(read.item, read.record), step)) return [read]
  if (step.type === 'model_output') {
    const outputs = readOutput(step, seals)
    if (outputs !== undefined && isSame(writeSteps(outputs), [step])) return outputs
  }
  const { signature: _, ...rest } = step
  const value = seals === undefined ? step : rest
  return [
    {
      item: { type: 'native', wire: WIRE, event: `step.${asText(step.type)}`, channel: 'reasoning', value, ...(seals && { seals }) },
      record: { step: {} },
    },
  ]
}

function sealsOf({ signature }: Loose, issuer: Issuer): Seal[] | undefined {
  return isText(signature) ? [{ kind: 'thought-signature', value: signature, issuer }] : undefined
}

function readThought(thought: Loose, seals: Seal[] | undefined): { item: Item; record: Record_ } {
  const { type: _, signature, summary, ...step } = thought
  const texts = (Array.isArray(summary) ? summary : []).map((one: unknown) =>
    isLoose(one) && typeof one.text === 'string' ? one.text : '',
  )
  const text = texts.join('')
  return {
    item: {
      type: 'block',
      channel: 'reasoning',
      kind: text === '' ? 'hidden' : 'summary',
      text,
      boundary: 'wire',
      ...(seals && { seals }),
    },
    record: {
      step: { ...step, ...(seals === undefined && signature !== undefined && { signature }) },
      ...(Array.isArray(summary) && (texts.length !== 1 || text === '') && { lengths: texts.map(({ length }) => length) }),
    },
  }
}

function readCall(call: Loose, seals: Seal[] | undefined) {
  const { type: _, id, name, arguments: args, signature, ...step } = call
  if (typeof name !== 'string' || !isLoose(args)) return undefined
  const text = asText(args)
  const item: Item = { type: 'tool-call', ...(isText(id) && { id }), name, arguments: text, boundary: 'wire', ...(seals && { seals }) }
  return { item, record: { step: { ...step, ...(seals === undefined && signature !== undefined && { signature }) } } }
}

function readOutput(output: Loose, seals: Seal[] | undefined): { item: Item; record: Record_ }[] | undefined {
  const { type: _, content, signature, ...step } = output
  if (!Array.isArray(content) || content.length === 0) return undefined
  return content.map((one: unknown, place): { item: Item; record: Record_ } => {
    const isLast = place === content.length - 1
    const record: Record_ =
      place === 0 ? { step: { ...step, ...(seals === undefined && signature !== undefined && { signature }) } } : { step: {}, joined: true }
    const sealed = isLast && seals !== undefined ? { seals } : {}
    const isPlain = isLoose(one) && one.type === 'text' && isText(one.text) && Object.keys(one).length === 2
    const item: Item = isPlain
      ? { type: 'block', channel: 'answer', text: one.text as string, boundary: 'wire', ...sealed }
      : { type: 'native', wire: WIRE, event: 'delta.content', channel: 'reasoning', value: one, ...sealed }
    return { item, record }
  })
}

/** Writes items as steps. Contents without a separate step join the preceding output, unless it is signed. */
export function writeSteps(items: readonly { item: Item; record: Record_ | undefined }[]): Record<string, unknown>[] {
  const steps: Record<string, unknown>[] = []
  let open: { content: unknown[]; step: Record<string, unknown> } | undefined
  for (const { item, record } of items) {
    const content = contentOf(item)
    if (content === undefined) {
      const step = writeStep(item, record ?? { step: {} })
      if (step !== undefined) steps.push(step)
      open = undefined
      continue
    }
    const annotations = isLoose(content) && content.type === 'text_annotation_delta' ? content.annotations : undefined
    if (annotations !== undefined) {
      annotate(open?.content.at(-1), annotations)
      continue
    }
    const joins = open !== undefined && open.step.signature === undefined && (record === undefined || record.joined === true)
    if (!joins) {
      const made: unknown[] = []
      open = { content: made, step: { type: 'model_output', ...record?.step, content: made } }
      steps.push(open.step)
    }
    open!.content.push(content)
    const [seal] = item.seals ?? []
    if (seal !== undefined) open!.step.signature = seal.value
  }
  return steps
}

function annotate(text: unknown, annotations: unknown): void {
  if (!isLoose(text) || !Array.isArray(annotations)) return
  const before: readonly unknown[] = Array.isArray(text.annotations) ? text.annotations : []
  Object.assign(text, { annotations: [...before, ...(annotations as unknown[])] })
}

/** Returns the content of an output. Undefined for an item that is a step. */
function contentOf(item: Item): unknown {
  if (item.type === 'block' && item.channel !== 'reasoning')
    return item.text === '' && item.seals === undefined ? undefined : { type: 'text', text: item.text }
  return item.type === 'native' && item.event.startsWith('delta.') && item.event !== 'delta.thought_summary' ? item.value : undefined
}

function writeStep(item: Item, { step, lengths }: Record_): Record<string, unknown> | undefined {
  const [seal] = item.seals ?? []
  const signed = seal === undefined ? {} : { signature: seal.value }
  if (item.type === 'tool-call') {
    const args = parseExact(objectArguments(item.arguments, item.contentType))
    return { type: 'function_call', ...step, ...(item.id !== undefined && { id: item.id }), name: item.name, arguments: args, ...signed }
  }
  if (item.type === 'native') return item.event.startsWith('step.') && isLoose(item.value) ? { ...item.value, ...signed } : undefined
  if (item.channel !== 'reasoning') return undefined
  if (item.text === '' && seal === undefined && lengths === undefined && Object.keys(step).length === 0) return undefined
  return { type: 'thought', ...step, ...(item.text === '' && lengths === undefined ? {} : { summary: cut(item.text, lengths) }), ...signed }
}

function cut(text: string, lengths: readonly number[] = [text.length]): unknown[] {
  const fits = lengths.reduce((all, one) => all + one, 0) === text.length
  let at = 0
  return (fits ? lengths : [text.length]).map((length) => ({ type: 'text', text: text.slice(at, (at += length)) }))
}
