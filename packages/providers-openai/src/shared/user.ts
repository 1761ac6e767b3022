import { isText, type Loose, type NotCarried } from '@reason/wire-kit'

/** Field for the id of the end user. Absent: the provider accepts none. */
export type UserField = 'safety_identifier' | 'user'

/** `user` is the old name at OpenAI, and the only one elsewhere. */
export const readUser = ({ safety_identifier: id, user }: Loose): string | undefined => (isText(id) ? id : isText(user) ? user : undefined)

/** Maximum length of the id at OpenAI. Claude Code's ids are longer. */
const longest = 64

/** Returns the id if the provider accepts it. Otherwise reports the loss. */
export function fitUser(user: string | undefined, field: UserField | undefined, lost: NotCarried): string | undefined {
  if (user === undefined || (field !== undefined && user.length <= longest)) return user
  lost(field === undefined ? 'the id of the user' : 'an id of the user that is too long')
  return undefined
}
