import { asList, asObject, isObject, type Json } from '@reason/gateway/json'
import type { Endpoint } from './wire-rows.ts'

type Fields = Record<string, unknown>

/** The body that the events of a stream amount to, as an official client puts them together. */
export const assembled: Readonly<Record<Endpoint, (events: readonly Json[]) => Json>> = {
  completions(events) {
    const choices = new Map<unknown, Fields>()
    const top: Json = {}
    for (const event of events) {
      Object.assign(top, filledOf(event))
      for (const choice of asList(event['choices']).map(asObject)) {
        const { delta, logprobs, index, ...fields } = choice
        const known: Fields = choices.get(index) ?? { message: {} }
        choices.set(index, known)
        Object.assign(known, filledOf(fields))
        if (isObject(logprobs)) known['logprobs'] = added(asObject(known['logprobs']), logprobs)
        known['message'] = withDelta(asObject(known['message']), asObject(delta))
      }
    }
    return { ...top, choices: [...choices.values()] }
  },
  messages(events) {
    let message: Fields = {}
    const content: Json[] = []
    for (const { type, index, message: first, content_block: block, delta, ...fields } of events) {
      const at = index as number
      const { type: kind, ...pieces } = asObject(delta)
      if (type === 'message_start') message = { ...asObject(first) }
      else if (type === 'content_block_start') content[at] = { ...asObject(block) }
      else if (type === 'content_block_delta') content[at] = withPiece(content[at]!, kind, pieces)
      else if (type === 'content_block_stop') content[at] = withInput(content[at]!)
      else if (type === 'message_delta') message = { ...message, ...asObject(delta), ...fields }
      else if (type === 'error') message['error'] = fields['error']
    }
    return { ...message, content }
  },
  responses: (events) => asObject(events.findLast(({ response }) => response !== undefined)?.['response']),
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined
const filledOf = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== 'choices' && isFilled(value)))

/** Texts and lists go on; what else a field has is the last of it. */
const added = (before: Json, more: Json): Fields => {
  const all: Fields = { ...before }
  for (const [name, value] of Object.entries(filledOf(more))) {
    const known = all[name]
    if (typeof value === 'string' && typeof known === 'string') all[name] = known + value
    else all[name] = Array.isArray(value) ? [...asList(known), ...(value as unknown[])] : value
  }
  return all
}

function withDelta(message: Json, { role, tool_calls: calls, audio, ...texts }: Json): Json {
  const next = added({ ...message, ...(isFilled(role) && { role }) }, texts)
  if (isObject(audio)) next['audio'] = added(asObject(message['audio']), audio)
  if (!Array.isArray(calls)) return next
  const known: Json[] = asList(message['tool_calls']).map(asObject)
  for (const { index, function: called, custom, ...fields } of calls.map(asObject)) {
    const call: Fields = { ...known[index as number], ...fields }
    if (isObject(called)) call['function'] = added(asObject(call['function']), called)
    if (isObject(custom)) call['custom'] = added(asObject(call['custom']), custom)
    known[index as number] = call
  }
  return { ...next, tool_calls: known }
}

function withPiece(block: Json, kind: unknown, { partial_json: json, citation, signature, ...texts }: Json): Json {
  if (kind === 'input_json_delta') return { ...block, json: `${(block['json'] as string | undefined) ?? ''}${json as string}` }
  if (kind === 'citations_delta') return { ...block, citations: [...asList(block['citations']), citation] }
  return kind === 'signature_delta' ? { ...block, signature } : added(block, texts)
}

function withInput({ json, ...block }: Json): Json {
  return typeof json === 'string' ? { ...block, input: JSON.parse(json) as unknown } : block
}

/** Made up anew for each answer, sealed anew, or said once for all of a stream. */
const ofOneAnswer: ReadonlySet<string> = new Set(
  'id item_id call_id index created created_at object sequence_number data encrypted_content signature value reason status_code'.split(' '),
)

/** An answer without what is empty, and what differs from one request to the next. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const isSaid = ([name, one]: [string, unknown]): boolean =>
    !ofOneAnswer.has(name) && isFilled(one) && one !== '' && !(Array.isArray(one) && one.length === 0)
  return Object.fromEntries(
    Object.entries(value)
      .filter(isSaid)
      .map(([name, one]) => [name, comparable(one)]),
  )
}
