import { excerptOf } from '@reason/wire-kit'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { asList, asObject } from '../../json.ts'

/** Notes about messages with a role that the client's API does not have. Other formats get them as user messages. */
export function oddRoles({ api, json }: Pick<ClientRequest, 'api' | 'json'>): string[] {
  const { in: field, roles } = api.conversation
  if (roles === undefined) return []
  return asList(json[field]).flatMap((message, index) => {
    const { type, role } = asObject(message)
    // Items other than messages have no role.
    if (typeof type === 'string' && type !== 'message') return []
    if (typeof role === 'string' && roles.includes(role)) return []
    return [
      `message ${index} is taken for the user's: ${role === undefined ? 'it has no role' : `its role, ${excerptOf(role)}, is not known`}`,
    ]
  })
}

/** Roles whose messages may name a speaker. In messages of tools the name is that of the function. */
const speakers: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'developer'])

/** Notes the names of speakers, which a group chat needs. Only Chat Completions has a field for them. */
export function speakerNames({ api, json }: Pick<ClientRequest, 'api' | 'json'>): string[] {
  if (api.id !== 'openai-chat') return []
  const named = asList(json[api.conversation.in]).filter((message) => {
    const { role, name } = asObject(message)
    return speakers.has(role) && typeof name === 'string' && name !== ''
  }).length
  return named === 0 ? [] : [`left out: the name of the speaker of ${named} ${named === 1 ? 'message' : 'messages'}`]
}
