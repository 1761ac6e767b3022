import { characterSet, has, isDigit, isSpace, keyName, spaces } from '../characters.ts'
import { isChosen, isGiven, isPasswordLike, isPlaceholder } from '../values.ts'
import { ahead, before, codeAt, postpone, reached, secret, secretEnd, secretValue, type Detected, type Window } from '../window.ts'
import { seamAt, seamPattern } from './joined-strings.ts'
import { isPlace } from './place.ts'

const maxUserinfoChars = 400
const [space, slash, colon] = [32, 47, 58]

/** Detects a password in a line of PostgreSQL's password file: `host:5432:database:user:password`. The last colon is at `at`. */
export function detectPgPass(window: Window, at: number): Detected {
  const { text } = window
  if (
    !has(keyName, text.charCodeAt(at - 1)) ||
    !followsPort(text, at) ||
    isSpace(codeAt(window, at + 1)) ||
    !pgUser.test(text.slice(Math.max(0, at - 160), at))
  )
    return undefined
  const value = ahead(window, at + 1, pgPasswordChars, spaces).trimEnd()
  if (value.length === pgPasswordChars) return undefined
  return isChosen(value) ? secret(at + 1, at + 1 + value.length, 'password') : undefined
}

const pgUserChars = 34

/** Whether the colon at `at` follows a user, a database and the end of a port. Most colons follow none. */
function followsPort(text: string, at: number): boolean {
  // Only the text just before: a search in the whole text would take quadratic time.
  const near = text.slice(Math.max(0, at - 2 * pgUserChars), at)
  const user = near.lastIndexOf(':')
  const database = user < near.length - pgUserChars ? -1 : near.slice(0, Math.max(0, user)).lastIndexOf(':')
  const last = near.charCodeAt(database - 1)
  return database > 0 && database >= user - pgUserChars && (isDigit(last) || last === 42)
}

const pgPasswordChars = 80
const pgUser = /(?:^|\s|["'`])(?:[\w.-]{1,64}|\*):(?:\d{4,5}|\*):[\w.*-]{1,32}:[\w.*-]{1,32}$/

/** A password, and a host: an address, a name with a dot or a port, or `tcp(…)` and `/` of database drivers. */
const login =
  /^(?:([^\s:/"'`\\()[\]{}<>,;]{6,64})@(?=(?:tcp6?|unix)\()|["']?([^\s:@/"'`\\()[\]{}<>,;]{6,64})["']?@)(?:\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z][\w-]{0,62}(?:(?:\.[\w-]{1,62}){1,6}|(?=:\d{2,5}(?!\d)))|localhost|(?:tcp6?|unix)?(?=\()|(?=\/\w)|(?<host>[A-Za-z][\w-]{0,62}))(?![\w@-])/
/** Users of whom `user:password@name` is not read as anything else, such as an image with its tag. */
const account = /(?:^|[^\w-])(?:admin|administrator|root|sa|scott|guest|test|postgres|mysql)$/i

/** Detects `user:password@host` without a scheme. The colon is at `at`. */
export function detectLogin(window: Window, at: number): Detected {
  if (!has(keyName, window.text.charCodeAt(at - 1)) || !has(beginsPassword, codeAt(window, at + 1))) return undefined
  const found = login.exec(ahead(window, at + 1, 160, spaces))
  const value = found?.[1] ?? found?.[2]
  if (value === undefined || !isPasswordLike(value) || noUser.test(before(window, at, 10))) return undefined
  if (found!.groups!['host'] !== undefined && !account.test(before(window, at, 16))) return undefined
  // Before the path of a host, even a command that copies has a login.
  if (![slash, colon].includes(codeAt(window, at + 1 + found![0].length)) && isPlace(window, at)) return undefined
  return secretValue(at + 1 + found![0].indexOf(value), value, 'url-credentials')
}

/** Before an address, a date in a list or a scheme: `mailto:jane+news@example.com`. */
const noUser = /\d{4}-\d\d-\d\d$|(?:^|[^A-Za-z])(?:mailto|sips?|xmpp)$/i
const beginsPassword = characterSet("A-Za-z0-9_'%!#&*+=~^.")
/** A password after a mail address, as in lists of accounts: `jane@example.com:…`, `jane@example.com / …`. */
const afterMail = /^(?::([^\s/"'`<>\\]{6,64})(?=\s|$)| ?[/|] ?((?=\S*\d)[^\s/|"'`<>\\]{6,64})(?=\s|\||$))/
const passwordSigns = characterSet(':/|')

/** Detects, for later, the password after the mail address that ends at `end`. */
export function detectAfterMail(window: Window, end: number): void {
  const code = codeAt(window, end)
  if (!has(passwordSigns, code === space ? codeAt(window, end + 1) : code)) return
  const found = afterMail.exec(ahead(window, end, 70, '\n'))
  const value = found?.[1] ?? found?.[2]
  if (value !== undefined && isGiven(value) && !/^\d+$/.test(value)) postpone(window, secretEnd(end + found![0].length, value, 'password'))
}

/** Detects `user:password@` after `://`. */
export function detectUrlCredentials(window: Window, at: number): Detected {
  const { text } = window
  const limit = Math.min(window.end, at + maxUserinfoChars)
  let colon = -1
  let to = at
  for (; to < limit; to++) {
    const code = text.charCodeAt(to)
    if (code === 58 && colon === -1) colon = to
    else if (code === 64) break
    // Properties of a driver follow the host: `sqlserver://host:1433;user=…`.
    else if (code === 59 && /^[A-Za-z ]{1,32}=/.test(text.slice(to + 1, to + 34))) return undefined
    else if (code === 47 && (text.charCodeAt(to - 1) === 58 || colon === -1 || isDigit(text.charCodeAt(colon + 1)) || to - colon === 1))
      return undefined
    else if (colon !== -1 && isQuotation(code) && seamAt(window, to) > 0) to += seamAt(window, to) - 1
    else if (code <= 32 || code === 0x7f || code >= 0x2000 || has(endsUser, code)) return undefined
  }
  if (reached(window, to, at + maxUserinfoChars) === limit) return undefined
  // User and password may contain an @. The last one before the end of the host counts.
  let more = to + 1
  let later = -1
  for (; more < limit; more++) {
    const code = text.charCodeAt(more)
    if (code === 64) {
      to = more
      if (colon === -1) colon = later
    } else if (code === 58 && later === -1) later = more
    else if (later !== -1 && colon === -1 && isQuotation(code) && seamAt(window, more) > 0) more += seamAt(window, more) - 1
    else if (code <= 32 || has(endsHost, code)) break
  }
  reached(window, more, at + maxUserinfoChars)
  const [user, password] = colon === -1 ? [text.slice(at, to), ''] : [text.slice(at, colon), text.slice(colon + 1, to)]
  if (/[?#]/.test(user)) return undefined
  if (colon === -1 || password === 'x-oauth-basic' || password === '') {
    return user.length >= 16 && /\d/.test(user) && !user.includes('.') ? secret(at, at + user.length, 'url-credentials') : undefined
  }
  if (/["'`]/.test(password)) {
    const bare = password.replaceAll(seams, '')
    const lead = firstSeam.exec(password)?.[0].length ?? 0
    const tail = lastSeam.exec(password)?.[0].length ?? 0
    return bare.length < 4 || isPlaceholder(bare)
      ? undefined
      : { start: colon + 1 + lead, end: to - tail, type: 'secret', rule: 'url-credentials', value: bare }
  }
  // Default credentials of services: `postgres:postgres@`.
  if (isPlaceholder(password) || password.length < 2 || (password === user && /^[a-z]+$/.test(user))) return undefined
  return secret(colon + 1, to, 'url-credentials')
}

/** Characters that no user or password, and no host contains. */
const [endsUser, endsHost] = [characterSet('"\'`<>\\'), characterSet('"\'`/?,\\)')]
const isQuotation = (code: number): boolean => code === 34 || code === 39 || code === 92 || code === 96
const seams = new RegExp(seamPattern, 'g')
const firstSeam = new RegExp(`^${seamPattern}`)
const lastSeam = new RegExp(`${seamPattern}$`)
