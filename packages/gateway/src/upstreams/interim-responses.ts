/** Maximum number of interim responses (HTTP 102, 103) before an answer. Servers that work for an hour send hundreds. */
export const mostInterim = 1000

/** The error of a server that sends more. Its code is of the parser's errors, because the server does not answer as HTTP is used. */
export const tooManyInterim = (): Error =>
  Object.assign(new Error(`more than ${mostInterim} interim responses`), { code: 'HPE_INTERIM_RESPONSES' })
