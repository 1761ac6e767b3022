import type { Amendment } from '@reason/core/wire'
import { isLoose } from '@reason/wire-kit'

/**
 * Merges `extra_body` into the request, as Python's SDK does; other SDKs send the object, which most servers ignore or refuse. The request's own fields
 * count. Google's own settings stay in the object, where its API reads them.
 */
export const withMergedBody: Amendment = (request) => {
  const { extra_body: extra, ...body } = request
  if (!isLoose(extra)) return undefined
  const { google, ...others } = extra
  return { body: { ...others, ...body, ...(google !== undefined && { extra_body: { google } }) } }
}
