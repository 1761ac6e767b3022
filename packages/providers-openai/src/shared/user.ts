import { isText, type Loose } from '@reason/wire-kit'

/** Under which name a provider takes the id of the person who asks. Absent: it takes none. */
export type UserField = 'safety_identifier' | 'user'

/** `user` is the old name at OpenAI, and the only one elsewhere. */
export const readUser = ({ safety_identifier: id, user }: Loose): string | undefined => (isText(id) ? id : isText(user) ? user : undefined)

/** OpenAI refuses longer ones. Those of Claude Code are. */
const longest = 64

/** The id as that provider takes it, or why it does not. */
export function fitUser(user: string | undefined, field: UserField | undefined, lost: (what: string) => void): string | undefined {
  if (user === undefined || (field !== undefined && user.length <= longest)) return user
  lost(field === undefined ? 'the id of the user' : 'an id of the user that is too long')
  return undefined
}
