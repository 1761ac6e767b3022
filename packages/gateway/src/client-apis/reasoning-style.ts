import { styles, type Style } from '@reason/gateway-api/headers'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest } from './client-request.ts'
import type { HeadLines } from '../head.ts'

/**
 * Sets the style of a request: the header `x-reason-style`, or else the setting. An answer bound by a schema or grammar has no room for
 * tags. Its client gets no reasoning instead.
 *
 * @param headers - Headers with all values of repeated names.
 */
export function withStyle(request: ClientRequest, headers: HeadLines, usual: Style): ClientRequest | ApiError {
  const said = headers['x-reason-style']?.join(', ')
  const wanted = said === undefined ? usual : styles.find((one) => one === said)
  if (wanted === undefined)
    return badRequest(`The header x-reason-style is ${JSON.stringify(said)}, but must be one of: ${styles.join(', ')}.`)
  const style = wanted === 'tags' && request.grammar !== undefined ? 'drop' : wanted
  return style === 'field' ? request : { ...request, style, ...(style === 'drop' && { excludesReasoning: true }) }
}
