import { isLoose, type Loose } from '@reason/wire-kit'

/** Fields that `extra_body` cannot set: the gateway decides by them before it reads any settings. */
const decided = ['model', 'messages', 'stream', 'stream_options']

/** Merges `extra_body` into a request, as Python's SDK does; other SDKs send the object. The request's own fields count. */
export function withExtraBody(request: Loose): Loose {
  if (!isLoose(request.extra_body)) return request
  const { extra_body: extra, ...body } = request
  const settings = Object.entries(extra as Loose).filter(([name]) => !decided.includes(name))
  return { ...Object.fromEntries(settings), ...body }
}
