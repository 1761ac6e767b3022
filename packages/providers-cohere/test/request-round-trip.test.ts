import type { Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/wire-kit'
import { describeConversations } from '@reason/exchanges/conversations'
import { wire } from './events.ts'

const target: Target = { provider: 'cohere', wire: 'cohere', model: 'command-a-reasoning-08-2025' }

/** Cohere's rules, as its documentation and its errors have them. */
function faultsOf(body: Loose): string[] {
  const faults: string[] = []
  const must = (holds: boolean, rule: string) => void (holds || faults.push(rule))
  const messages = body.messages as Loose[]
  must(messages.length > 0, 'there are messages')
  let open: unknown[] = []
  for (const message of messages) {
    const { role, content, tool_calls: calls, tool_plan: plan, tool_call_id: id } = message
    if (role === 'tool') {
      must(open.includes(id), `a result answers an open call: ${String(id)}`)
      open = open.filter((one) => one !== id)
      must(typeof content === 'string' || isListOf(content, ['text', 'document']), 'a result is text or documents')
      continue
    }
    must(open.length === 0, 'calls are answered right behind them')
    if (role === 'assistant') {
      must(content !== undefined || plan !== undefined || calls !== undefined, 'an assistant says something')
      must(content === undefined || isText(content) || isListOf(content, ['text', 'thinking']), 'an assistant says text and thinking')
      must(plan === undefined || calls !== undefined, 'a plan is of calls')
      for (const call of (calls ?? []) as { id: unknown; function: { name: unknown; arguments: string } }[]) {
        open.push(call.id)
        must(isText(call.id) && isText(call.function.name), 'a call has an id and a name')
        must(isLoose(JSON.parse(call.function.arguments)), 'arguments are an object')
      }
      must(new Set(open).size === open.length, 'no id is there twice')
    } else {
      must(role === 'user' || role === 'system', 'a role is one of four')
      must(isText(content) || isListOf(content, role === 'user' ? ['text', 'image_url'] : ['text']), `a ${String(role)} says something`)
    }
  }
  for (const tool of (body.tools ?? []) as { function: Loose }[]) must(isLoose(tool.function.parameters), 'a tool has parameters')
  must(body.tool_choice === undefined || body.tools !== undefined, 'a choice is among tools')
  must(body.response_format === undefined || body.tools === undefined, 'a format is not beside tools')
  must(body.p === undefined || ((body.p as number) >= 0.01 && (body.p as number) <= 0.99), 'p is between 0.01 and 0.99')
  must(body.k === undefined || (body.k as number) <= 500, 'k is 500 at most')
  must(body.stop_sequences === undefined || (body.stop_sequences as unknown[]).length <= 5, 'there are five stops at most')
  const { token_budget: budget } = (body.thinking ?? {}) as Loose
  must(budget === undefined || (Number.isInteger(budget) && (budget as number) > 0), 'a budget is positive')
  return faults
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isListOf = (value: unknown, types: string[]): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: Loose) => types.includes(one.type as string) && (one.type !== 'text' || isText(one.text)))

describeConversations(wire, { targets: [target], faultsOf, plansApart: true })
