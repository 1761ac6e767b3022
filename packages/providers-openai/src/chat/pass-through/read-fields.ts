import type { Amendment, RequestBody } from '@reason/core/wire'
import { asList, asLoose, isLoose, type Loose } from '@reason/wire-kit'
import { hasThought, requestFields } from '../carriers.ts'
import { readChatRequest } from '../request/read/read-request.ts'
import { saysMore } from '../request/write/write-messages.ts'

/** Fields that clients, routers and other providers add to a message. Most of the first ones are empty. */
const addedFields: readonly string[] = [
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'tool_calls',
  'parsed',
  'citations',
  'extra_content',
  'images',
  'provider_specific_fields',
  'thinking_blocks',
  'videos',
]
const observedFields: readonly string[] = [...new Set([...requestFields, ...addedFields])]

/**
 * Moves reasoning of a Chat Completions request that is otherwise passed through into fields that the upstream reads.
 * Responses were written for the client, whose reasoning field may differ from the provider's: the provider would ignore
 * or refuse it. Empty fields that the provider does not have are removed, as are call ids that it refuses and white
 * space beside calls. Messages of the role `developer` become `system` if chat templates know no other role.
 *
 * Replay is tried with small messages first, because most requests need no change. For an unknown provider, only the
 * refusal in answers of the gateway is moved or removed.
 */
export const withReadFields: Amendment = (body, { replay, isKnown }) => {
  if (!Array.isArray(body['messages'])) return undefined
  const { messages } = body as { messages: unknown[] }
  let settings: RequestBody | undefined
  const isRead = createReadTest(written)
  const read = messages.map((message: unknown) => (isLoose(message) && !isRead(message) ? fitted(message, written(message)) : message))
  if (read.every((message, index) => message === messages[index])) return undefined
  const left = read.filter(
    (message, index) => message === messages[index] || saysMore(asLoose(message)) || !saysMore(asLoose(messages[index])),
  )
  const notes = left.length === read.length ? [] : ['left out: messages of the assistant of which the upstream reads nothing']
  return { body: { ...body, messages: left }, notes }

  /** Writes a message as replay would. The result does not depend on the message's position. */
  function written(message: RequestBody): RequestBody {
    settings ??= settingsOf(body)
    const planned = asLoose(replay(readChatRequest({ ...settings, messages: [message] })).messages[0])
    if (isKnown) return planned
    const { refusal, ...rest } = planned
    // Chat templates of self-hosted servers have no role `developer`; hosted services accept `system` in its place.
    const role = planned['role'] === 'developer' ? 'system' : planned['role']
    // The gateway uses `refusal` for a withheld answer. Servers refuse a message without content.
    const isAlone = isFilled(refusal) && !isFilled(rest['content'])
    const said = isAlone ? { content: refusal } : refusal !== null && refusal !== undefined && { refusal }
    return { ...rest, ...said, ...(role !== undefined && { role }) }
  }
}

function settingsOf(body: RequestBody): RequestBody {
  const { messages: _, tools: __, ...settings } = body
  return settings
}

/** Sample values of fields that are no texts. */
const samples: Loose = {
  extra_content: { google: { thought_signature: 'x' } },
  reasoning_details: [{ type: 'reasoning.text', text: 'x' }],
  thinking_blocks: [{ type: 'thinking', thinking: 'x', signature: 'x' }],
}

/** Content parts that hold a thought, by type. The last one is LangChain's, of the type `reasoning`, too. */
const thinkingParts: Loose = {
  thinking: { type: 'thinking', thinking: [{ type: 'text', text: 'x' }], signature: 'x' },
  reasoning: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'x', signature: 'x' }] },
  text: { type: 'reasoning', reasoning: 'x' },
}

const thinkingTypes = ({ content }: RequestBody): string[] =>
  asList(content)
    .map(typeOf)
    .filter((type) => type !== '')

function typeOf(part: unknown): string {
  const { type, reasoning } = asLoose(part)
  if (type === 'reasoning' && typeof reasoning === 'string') return 'text'
  return type === 'thinking' || type === 'reasoning' ? type : ''
}

/** Groups ids that providers treat alike. A long id is described by its length and by its unusual characters. */
const kindOfId = (id: string): string =>
  id.length > longId ? `${id.length} ${/[^a-z0-9]/i.test(id)} ${/[^\w-]/.test(id)}` : id.replaceAll(/[a-z0-9]/gi, 'a')

const longId = 200

/** Creates a test whether a message needs no change. Each field and kind of id is tried once, on a small message. */
function createReadTest(written: (sample: RequestBody) => RequestBody): (message: RequestBody) => boolean {
  const known = new Map<string, boolean>()

  return (message) => {
    const { role, tool_calls: calls, tool_call_id: id } = message
    if (role === 'tool') return typeof id !== 'string' || takesId(id)
    if (role === 'developer') return knowsDeveloper()
    if (role !== 'assistant') return true
    return (
      !isBlankBesideCalls(message) &&
      (!isTextBesideThought(message) || takesTextBesideThought()) &&
      observedFields.every((field) => !(field in message) || readsField(field, message[field])) &&
      thinkingTypes(message).every(readsParts) &&
      asList(calls).every((call) => takesId(asLoose(call)['id']) && (!isSigned(call) || takesSignedCalls()))
    )
  }

  function readsField(field: string, value: unknown): boolean {
    if (isFilled(value) && callFields.includes(field)) return true
    const sample = isFilled(value) ? (samples[field] ?? 'x') : value
    // A refusal stands alone, without content, if there is no answer.
    const alone = field === 'refusal' && { content: null }
    return tried(`${field} ${JSON.stringify(sample)}`, { [field]: sample, ...alone }, (message) => field in message)
  }

  function knowsDeveloper(): boolean {
    return tried('developer', { role: 'developer' }, (message) => message['role'] === 'developer')
  }

  function readsParts(type: string): boolean {
    return tried(`parts ${type}`, { content: [thinkingParts[type]] }, (message) => thinkingTypes(message)[0] === type)
  }

  function takesTextBesideThought(): boolean {
    const calls = [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }]
    return tried('text', { reasoning_content: 'x', tool_calls: calls }, (message) => message['content'] !== null)
  }

  function takesId(id: unknown): boolean {
    if (typeof id !== 'string') return true
    const calls = [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }]
    const kind = `id ${kindOfId(id)}`
    return tried(kind, { tool_calls: calls }, (message) => asLoose(asList(message['tool_calls'])[0])['id'] === id)
  }

  function takesSignedCalls(): boolean {
    const calls = [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' }, extra_content: samples['extra_content'] }]
    return tried('signed', { tool_calls: calls }, (message) => asList(message['tool_calls']).some(isSigned))
  }

  function tried(name: string, fields: RequestBody, holds: (message: RequestBody) => boolean): boolean {
    let isRead = known.get(name)
    if (isRead === undefined) known.set(name, (isRead = holds(written({ role: 'assistant', content: 'x', ...fields }))))
    return isRead
  }
}

/** Changes only the misplaced fields of a message. The rest stays as the client sent it. */
function fitted(message: RequestBody, planned: RequestBody): RequestBody {
  const changes: Record<string, unknown> = {}
  const left = new Set(addedFields.filter((field) => field in message && !(field in planned)))
  const isSaidInContent = left.has('refusal') && isFilled(message['refusal'])
  const own = requestFields.filter((field) => field in message)
  const wanted = requestFields.filter((field) => field in planned)
  const isMoved = own.join() !== wanted.join() && (wanted.length > 0 || !own.some((field) => isFilled(message[field])))
  const isInContent = wanted.length === 0 && own.length > 0 && planned['content'] !== message['content'] && holdsMore(planned, message)
  if (isMoved || isInContent) {
    for (const field of own) left.add(field)
    for (const field of wanted) changes[field] = planned[field]
  }
  const isOutOfContent = thinkingTypes(message).join() !== thinkingTypes(planned).join()
  const isNull = (isBlankBesideCalls(message) || isTextBesideThought(message)) && planned['content'] === null
  if (isInContent || isOutOfContent || isSaidInContent || isNull) changes['content'] = planned['content']
  const calls = asPlanned(message['tool_calls'], planned['tool_calls'])
  if (calls !== undefined) changes['tool_calls'] = calls
  if (message['role'] === 'developer') changes['role'] = planned['role']
  if (message['role'] === 'tool' && planned['tool_call_id'] !== message['tool_call_id']) changes['tool_call_id'] = planned['tool_call_id']
  if (left.size === 0 && Object.keys(changes).length === 0) return message
  return { ...Object.fromEntries(Object.entries(message).filter(([name]) => !left.has(name))), ...changes }
}

/** True if the planned content also holds the thought, as tags or as a separate part. */
const holdsMore = ({ content }: RequestBody, message: RequestBody): boolean =>
  content !== undefined && JSON.stringify(content).length > JSON.stringify(message['content'] ?? null).length

/** Replaces ids that the upstream refuses, and removes Google's signatures if the upstream refuses them. */
function asPlanned(calls: unknown, planned: unknown): unknown[] | undefined {
  const own = asList(calls).map(asLoose)
  const others = asList(planned).map(asLoose)
  const isAlike = (call: Loose, index: number): boolean =>
    (typeof call['id'] !== 'string' || call['id'] === others[index]!['id']) && isSigned(call) === isSigned(others[index])
  if (others.length !== own.length || own.every(isAlike)) return undefined
  return own.map((call, index) => {
    const { extra_content: signature, ...rest } = call
    const isTaken = signature === undefined || isSigned(others[index])
    return { ...(isTaken ? call : rest), ...(typeof call['id'] === 'string' && { id: others[index]!['id'] }) }
  })
}

const isSigned = (call: unknown): boolean => asLoose(call)['extra_content'] !== undefined

const isTextBesideThought = (message: RequestBody): boolean =>
  isFilled(message['content']) && asList(message['tool_calls']).length > 0 && hasThought(message)

/** True if the content beside calls is blank: a text, or parts that are all text. */
function isBlankBesideCalls({ role, content, tool_calls: calls }: RequestBody): boolean {
  if (role !== 'assistant' || asList(calls).length === 0 || content === '') return false
  if (typeof content === 'string') return content.trim() === ''
  const parts = asList(content).map(asLoose)
  return parts.length > 0 && parts.every(({ type, text }) => type === 'text' && typeof text === 'string' && text.trim() === '')
}

/** Fields of calls. Every provider reads them. */
const callFields: readonly string[] = ['function_call', 'tool_calls']

const isFilled = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || asList(value).length > 0 || Object.keys(asLoose(value)).length > 0
