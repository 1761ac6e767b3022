import type { StreamContext } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { Origin } from '@reason/core/start'
import { families, familyCalled, findFamily, type Family } from '@reason/think-tags'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { asObject, isObject, type Json } from '../../json.ts'

/**
 * Reads from the conversation where an answer begins, for the few families whose chat templates depend on it. A word of the user switches
 * thinking, or the model thinks first after a tool result.
 */
export function promptedStart(
  { adapter, context, passport }: Resolution,
  { json, prefill }: Pick<ClientRequest, 'json' | 'prefill'>,
): Pick<StreamContext, 'afterToolResult'> & Pick<Origin, 'says'> {
  if (adapter.id !== 'think-tags' || prefill !== undefined) return {}
  const { promptSwitch, opensAfterResults } = familyOf(context, passport) ?? {}
  if (promptSwitch !== undefined && isSwitchedOff(json, promptSwitch)) return { says: 'off' }
  return opensAfterResults === true && endsInResult(json) ? { afterToolResult: true } : {}
}

function familyOf({ model }: StreamContext, { options }: Resolution['passport']): Family | undefined {
  const named = asObject(options['think-tags'])['family']
  if (typeof named === 'string') return familyCalled(named)
  return model === undefined ? undefined : findFamily(families, model)
}

/** The last message with a switch word counts. In a message with both words, the one that turns thinking on wins. */
function isSwitchedOff(json: Json, { on, off }: NonNullable<Family['promptSwitch']>): boolean {
  const instructions = [json['system'], json['instructions']].map((content) => ({ role: 'system', content }))
  const said = [...instructions, ...messagesOf(json)]
    .filter(({ role }) => role === 'user' || role === 'system' || role === 'developer')
    .map(({ content }) => textOf(content))
    .findLast((text) => text.includes(on) || text.includes(off))
  return said !== undefined && !said.includes(on)
}

function endsInResult(json: Json): boolean {
  const last = messagesOf(json).at(-1)
  if (last === undefined) return false
  const { role, type, content } = last
  return (
    role === 'tool' ||
    type === 'function_call_output' ||
    (Array.isArray(content) && content.some((part) => asObject(part)['type'] === 'tool_result'))
  )
}

function messagesOf({ messages, input, prompt }: Json): Json[] {
  const said = messages ?? input ?? prompt
  return Array.isArray(said) ? said.filter(isObject) : [{ role: 'user', content: said }]
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = Array.isArray(content) ? content.map((part) => asObject(part)['text']) : []
  return texts.filter((text) => typeof text === 'string').join('')
}
