export interface SessionSources {
  /** Value of `x-reason-session`. */
  header?: string | readonly string[] | undefined
  /** `metadata` of the request, unchecked. */
  metadata?: unknown
  keyDefault?: string | undefined
}

/** The session of a request, with its source, or the problem of an invalid one. */
export type SessionKey =
  | { valid: true; session: string | undefined; from: 'header' | 'metadata' | 'key' | undefined }
  /** Invalid source, for a 400. */
  | { valid: false; from: 'header' | 'metadata'; problem: string }

/** Maximum length in UTF-16 units. */
const maxSessionLength = 256

/**
 * Reads the session of a request: `x-reason-session`, else `metadata.session_id`, else the key's default, else undefined.
 * An invalid source is an error and never skipped for the next one. The client would otherwise spend the budget of another session.
 */
export function sessionKeyOf({ header, metadata, keyDefault }: SessionSources): SessionKey {
  if (header !== undefined)
    return check('header', '`x-reason-session`', typeof header === 'object' && header.length === 1 ? header[0] : header)
  const said = typeof metadata === 'object' && metadata !== null ? (metadata as { session_id?: unknown }).session_id : undefined
  if (said !== undefined && said !== null) return check('metadata', '`metadata.session_id`', said)
  return { valid: true, session: keyDefault, from: keyDefault === undefined ? undefined : 'key' }
}

function check(from: 'header' | 'metadata', where: string, value: unknown): SessionKey {
  const wrong = (problem: string): SessionKey => ({ valid: false, from, problem: `${where} ${problem}` })
  if (typeof value !== 'string')
    return wrong(
      Array.isArray(value) ? 'came more than once, or has a comma. Send one name, without commas.' : `is ${typeof value}. Send a string.`,
    )
  const session = value.trim()
  if (session === '') return wrong('is empty. Leave it out, or name the session.')
  if (session.length > maxSessionLength) return wrong(`has ${session.length} characters. Send ${maxSessionLength} at most.`)
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(session)) {
    return wrong('has control characters or half characters. Send printable text.')
  }
  return { valid: true, session, from }
}
