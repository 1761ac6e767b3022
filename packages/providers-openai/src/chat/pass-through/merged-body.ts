import type { Amendment } from '@reason/core/wire'
import { isLoose } from '@reason/wire-kit'
import { withExtraBody } from '../request/extra-body.ts'

/** Merges `extra_body` into the request, as most servers ignore or refuse the object. Google's API reads its own settings in an object of that name. */
export const withMergedBody: Amendment = (request) => {
  const { extra_body: extra } = request
  if (!isLoose(extra)) return undefined
  const { google, ...body } = withExtraBody(request)
  return { body: { ...body, ...(google !== undefined && { extra_body: { google } }) } }
}
