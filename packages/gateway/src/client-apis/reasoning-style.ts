import { styles, type Style } from '@reason/gateway-api/headers'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest } from './client-request.ts'
import type { HeadLines } from '../head.ts'

/**
 * The request with its style: what the header `x-reason-style` says, else the setting. An answer that a schema or grammar binds has no room for tags:
 * its client gets no reasoning in their place.
 *
 * @param headers - Each as often as it came.
 */
export function withStyle(request: ClientRequest, headers: HeadLines, usual: Style): ClientRequest | ApiError {
  const said = headers['x-reason-style']?.join(', ')
  const wanted = said === undefined ? usual : styles.find((one) => one === said)
  if (wanted === undefined)
    return badRequest(`The header x-reason-style is ${JSON.stringify(said)}, but must be one of: ${styles.join(', ')}.`)
  const style = wanted === 'tags' && request.grammar !== undefined ? 'drop' : wanted
  return style === 'field' ? request : { ...request, style, ...(style === 'drop' && { excludesReasoning: true }) }
}
