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
