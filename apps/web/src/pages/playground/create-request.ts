import { session } from '../../api/session.ts'
import type { GenerateAssistantMessage, GenerateRequest, GenerateToolCall, RequestMessage } from '@reason/gateway-api/generate'
import type { ShownGeneration } from '../../generation/generation.ts'
import { words } from '../../words/en/playground.ts'
import type { TurnInput, Turn } from './conversation.ts'
import type { PlaygroundSettings } from './settings/settings.ts'

/** @throws {Error} for tools that are not a JSON list, and for invalid numbers */
export function createRequest(
  settings: PlaygroundSettings,
  model: string,
  before: readonly Turn[],
  input: TurnInput,
  lane: number,
): GenerateRequest {
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
    // The gateway refuses `trace: none` if it requires traces.
    ...(!settings.keepsTrace && session.value?.traces !== 'required' && { trace: 'none' }),
    ...(settings.visibility !== '' && { visibility: settings.visibility }),
    // The gateway sends raw events only to clients with full visibility that request no less.
    ...(session.value?.visibility === 'full' && ['', 'full'].includes(settings.visibility) && { wire: true }),
    stream: true,
  }
}

/** @param next - Input of the next turn. */
function messagesOf({ input, lanes }: Turn, next: TurnInput, lane: number): RequestMessage[] {
  const { generation } = lanes[lane] ?? lanes[0]!
  const said = saidBy(generation)
  return [...inputMessages(input), ...(said === undefined ? [] : [said]), ...(next.type === 'results' ? [] : unanswered(generation))]
}

/** Results for calls that the user ignored with a new question. Providers refuse a conversation with unanswered calls. */
const unanswered = (generation: ShownGeneration): RequestMessage[] =>
  callsOf(generation).map(({ id, name }) => ({ role: 'tool', call: id, name, content: words.call.noResult }))

/** The calls that can get a result. An incomplete answer has none, as its message is not in the conversation. */
export const callsOf = ({ final, items }: ShownGeneration): GenerateToolCall[] =>
  final.value === undefined ? [] : items.value.flatMap((item) => (item.type === 'call' ? [item.call] : []))

const inputMessages = (input: TurnInput): RequestMessage[] =>
  input.type === 'question' ? [{ role: 'user', content: input.text }] : input.results.map((result) => ({ role: 'tool', ...result }))

/** Message of the gateway for the next request. For an incomplete answer, a message with its text so far. */
function saidBy({ final, items }: ShownGeneration): GenerateAssistantMessage | undefined {
  if (final.value !== undefined) return final.value.message
  const text = items.value.map((item) => (item.type === 'answer' ? item.buffer.text() : '')).join('')
  return text === '' ? undefined : { role: 'assistant', content: text }
}

/** Parses a number with a decimal comma or point. The numeric keyboards of some phones have only one of them. */
function numberOf(text: string, name: string): number | undefined {
  if (text.trim() === '') return undefined
  const value = Number(text.replace(',', '.'))
  if (!(value >= 0)) throw new Error(words.wrong.number(name, text))
  return value
}

/** Parses a whole number of digits only: `1.000` means one to some users, and a thousand to others. */
function wholeNumber(text: string, name: string): number | undefined {
  if (text.trim() === '') return undefined
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(words.wrong.wholeNumber(name, text))
  return value
}

/** Parses the list of tools. The gateway checks its entries. */
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
