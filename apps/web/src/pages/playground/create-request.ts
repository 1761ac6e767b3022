import { session } from '../../api/session.ts'
import type { AssistantMessage, GenerateRequest, GenerateToolCall, RequestMessage } from '@reason/gateway-api/generate'
import type { Generation } from '../../generation/generation.ts'
import { words } from '../../words/en/playground.ts'
import type { Input, Turn } from './conversation.ts'
import type { Settings } from './settings/settings.ts'

/** @throws {Error} for tools that are no list in JSON, and numbers that are none. */
export function createRequest(settings: Settings, model: string, before: readonly Turn[], input: Input, lane: number): GenerateRequest {
  const budget = wholeNumber(settings.budget, words.settings.budget)
  const maxTokens = wholeNumber(settings.maxTokens, words.settings.maxTokens)
  const temperature = numberOf(settings.temperature, words.settings.temperature)
  const tools = readTools(settings.tools)
  return {
    model,
    messages: [
      ...(settings.system.trim() === '' ? [] : [{ role: 'system' as const, content: settings.system }]),
      ...before.flatMap((turn, index) => messagesOf(turn, before[index + 1]?.input ?? input, lane)),
      ...inputMessages(input),
    ],
    ...(settings.effort !== '' && { effort: settings.effort }),
    ...(budget !== undefined && { budget_tokens: budget }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(tools !== undefined && { tools }),
    ...(settings.session.trim() !== '' && { session: settings.session.trim() }),
    // The gateway refuses a request that declines what it requires.
    ...(!settings.keepsTrace && session.value?.traces !== 'required' && { trace: 'none' }),
    ...(settings.visibility !== '' && { visibility: settings.visibility }),
    // More than an answer: only for who may see all of the reasoning, and asks for no less.
    ...(session.value?.visibility === 'full' && ['', 'full'].includes(settings.visibility) && { wire: true }),
    stream: true,
  }
}

/** @param next - What followed. */
function messagesOf({ input, lanes }: Turn, next: Input, lane: number): RequestMessage[] {
  const { generation } = lanes[lane] ?? lanes[0]!
  const said = saidBy(generation)
  return [...inputMessages(input), ...(said === undefined ? [] : [said]), ...(next.type === 'results' ? [] : unanswered(generation))]
}

/** Results for calls that the user ignored with a new question. Providers refuse a conversation with unanswered calls. */
const unanswered = (generation: Generation): RequestMessage[] =>
  callsOf(generation).map(({ id, name }) => ({ role: 'tool', call: id, name, content: words.call.noResult }))

/** The calls that can get a result. An incomplete answer has none, as its message is not in the conversation. */
export const callsOf = ({ final, items }: Generation): GenerateToolCall[] =>
  final.value === undefined ? [] : items.value.flatMap((item) => (item.type === 'call' ? [item.call] : []))

const inputMessages = (input: Input): RequestMessage[] =>
  input.type === 'question' ? [{ role: 'user', content: input.text }] : input.results.map((result) => ({ role: 'tool', ...result }))

/** As the gateway gave it for the next request; of an answer that was cut off, what there is of it. */
function saidBy({ final, items }: Generation): AssistantMessage | undefined {
  if (final.value !== undefined) return final.value.message
  const text = items.value.map((item) => (item.type === 'answer' ? item.buffer.text() : '')).join('')
  return text === '' ? undefined : { role: 'assistant', content: text }
}

/** With a comma or a point: some phones have but one of them on the keys for numbers. */
function numberOf(text: string, name: string): number | undefined {
  if (text.trim() === '') return undefined
  const value = Number(text.replace(',', '.'))
  if (!(value >= 0)) throw new Error(words.wrong.number(name, text))
  return value
}

/** Digits and nothing else: `1.000` is one to some, and a thousand to others. */
function wholeNumber(text: string, name: string): number | undefined {
  if (text.trim() === '') return undefined
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(words.wrong.wholeNumber(name, text))
  return value
}

/** The gateway checks what is in the list. */
function readTools(text: string): GenerateRequest['tools'] {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(words.wrong.tools((error as Error).message), { cause: error })
  }
  if (!Array.isArray(value)) throw new Error(words.wrong.tools(words.wrong.noList))
  return value as GenerateRequest['tools']
}
