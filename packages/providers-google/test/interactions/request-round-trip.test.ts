import type { Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/wire-kit'
import { describeConversations } from '@reason/exchanges/conversations'
import { wire } from './events.ts'

const target: Target = { provider: 'google', wire: 'gemini-interactions', model: 'gemini-3-flash-preview' }
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Checks that the types of Google's own client accept the request, and that signatures go back whole. */
function faultsOf(body: Loose): string[] {
  const faults: string[] = []
  const must = (holds: boolean, rule: string) => void (holds || faults.push(rule))
  const open = new Map<unknown, unknown>()
  for (const step of body.input as Loose[]) {
    const { type, content, signature } = step
    must(signature === undefined || signature === 'good', 'signatures are whole')
    if (type === 'user_input' || type === 'model_output') {
      must(Array.isArray(content) && content.length > 0, 'contents are there')
      for (const one of content as Loose[]) checkContent(one)
      must(type !== 'user_input' || open.size === 0, 'calls are answered before the user goes on')
    } else if (type === 'thought') {
      must(isText(signature) || Array.isArray(step.summary), 'a thought has a signature or a summary')
      for (const one of (step.summary ?? []) as Loose[]) checkContent(one)
    } else if (type === 'function_call') {
      must(isText(step.id) && isText(step.name) && isLoose(step.arguments), 'a call has an id, a name and an object')
      must(!open.has(step.id), 'no id is there twice')
      open.set(step.id, step.name)
    } else if (type === 'function_result') {
      must(open.get(step.call_id) === step.name, 'a result answers its call')
      open.delete(step.call_id)
      if (Array.isArray(step.result)) for (const one of step.result as Loose[]) checkContent(one)
      else must(typeof step.result === 'string', 'a result is text or contents')
    } else faults.push(`a step of an unknown kind: ${String(type)}`)
  }
  const config = (body.generation_config ?? {}) as Loose
  must(
    config.thinking_level === undefined || ['minimal', 'low', 'medium', 'high'].includes(config.thinking_level as string),
    'a level is one of four',
  )
  must(
    config.thinking_summaries === undefined || ['auto', 'none'].includes(config.thinking_summaries as string),
    'summaries are or are not',
  )
  return faults

  function checkContent(one: Loose): void {
    const { type, text, data, uri, mime_type: mime } = one
    if (type === 'text') must(isText(text), 'a text is not empty')
    else
      must(
        ['image', 'audio', 'document', 'video'].includes(type as string) && isText(mime) && (isText(data) || isText(uri)),
        'media have a type',
      )
  }
}

describeConversations(wire, { targets: [target], faultsOf })
