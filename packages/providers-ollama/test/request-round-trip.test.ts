import type { Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/wire-kit'
import { describeConversations } from '@reason/exchanges/conversations'
import { wire } from './lines.ts'

const target: Target = { provider: 'ollama', wire: 'ollama', model: 'qwen3:4b' }

/** Conversations that the server's types and templates accept. */
function faultsOf(body: Loose): string[] {
  const faults: string[] = []
  const must = (holds: boolean, rule: string) => void (holds || faults.push(rule))
  let open: { id: unknown; name: unknown }[] = []
  for (const { role, content, images, thinking, tool_calls: calls, tool_name: name, tool_call_id: id } of body.messages as Loose[]) {
    must(typeof content === 'string', 'content is text')
    must(
      images === undefined || (Array.isArray(images) && images.every((one) => typeof one === 'string' && !one.includes(':'))),
      'images are data',
    )
    must(thinking === undefined || (role === 'assistant' && thinking !== ''), 'an assistant thinks')
    if (role === 'tool') {
      const call = open.shift()
      must(call !== undefined && call.name === name && call.id === id, `results stand in the order of calls: ${String(name)}`)
      continue
    }
    must(open.length === 0, 'calls are answered right behind them')
    open = []
    must(role === 'user' || role === 'system' || role === 'assistant', 'a role is one of four')
    for (const { id, function: one } of (calls ?? []) as { id?: unknown; function: Loose }[]) {
      open.push({ id, name: one.name })
      must(isLoose(one.arguments), 'arguments are an object')
    }
  }
  must(body.think === undefined || typeof body.think === 'boolean', 'a model without levels is told none')
  must(typeof body.stream === 'boolean', 'a stream is asked for, or not')
  return faults
}

describeConversations(wire, { targets: [target], faultsOf })
