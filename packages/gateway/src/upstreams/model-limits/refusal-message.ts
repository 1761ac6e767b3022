import { asList, asObject, parseJson, type Json } from '../../json.ts'

export interface RefusalMessage {
  /** Empty if there is none. */
  message: string
  param: string | undefined
}

/** Data of a stream's first event, after those by which Responses announces an answer. Undefined: there is none yet, or the text is no stream. */
export const dataOfFirstEvent = (text: string): string | undefined => firstData.exec(text.replace(announcements, ''))?.[1]

const firstData = /^(?:(?:(?:event|id|retry)?:.*)?\r?\n)*data:(.*)/
const announcements =
  /^(?:(?:(?:(?:event|id|retry)?:.*)?\r?\n)*data:.*"type": ?"response\.(?:created|in_progress|queued)"(?:.*(?:\r?\n|$)))+/

/** Names of the fields that are read below. Ordinary answers have none of them, and need not be parsed. */
const named = /"(?:errors?|details?|base_resp|loc)"|"message"\s*:\s*"/

/** Finds the message of an error and the parameter that it names, as providers, routers and servers write them. */
export function refusalMessage(body: string): RefusalMessage {
  const text = dataOfFirstEvent(body) ?? body
  if (/^\s*\{/.test(text) && !named.test(text)) return { message: '', param: undefined }
  const parsed = parseJson(text)
  // Some servers send plain text.
  if (parsed === undefined) return { message: body.trimStart().startsWith('<') ? '' : body, param: undefined }
  // Google's OpenAI-compatible API wraps the error in a list.
  const json = asObject(Array.isArray(parsed) ? parsed[0] : parsed)
  const error = asObject(json['error'] ?? json['errors'] ?? asObject(json['response'])['error'] ?? json)
  // A list of faults with locations, as from Pydantic (Mistral, servers in Python).
  const [fault] = [parsed, json['detail'], error['detail'], error['details'], asObject(json['message'])['detail']].flatMap((list) =>
    asList(list).map(asObject),
  )
  if (fault?.['loc'] !== undefined) {
    const place = asList(fault['loc']).filter((name) => name !== 'body')
    return { message: [fault['msg'], fault['type']].filter((text) => typeof text === 'string').join(' '), param: place.join('.') }
  }
  const inner = innerOf(error)
  if (inner !== undefined) return inner
  // MiniMax has words of its own.
  const texts = [error['message'], json['message'], json['detail'], json['error'], asObject(json['base_resp'])['status_msg']]
  const message = texts.find((text) => typeof text === 'string') ?? ''
  const param = error['param']
  return { message: message as string, param: typeof param === 'string' ? param : undefined }
}

/** The error of a provider inside that of a router: `metadata.raw` (OpenRouter), `cause`, or JSON in `message` (Vertex) or `detail` (NIM). */
function innerOf(error: Json): RefusalMessage | undefined {
  const { cause, detail, message, metadata } = error
  const { raw } = asObject(metadata)
  for (const text of [raw, cause, message, detail]) {
    if (typeof text !== 'string') continue
    const inner = /^\s*[[{]/.test(text) ? refusalMessage(text) : undefined
    if (inner !== undefined && inner.message !== '') return inner
    if (text === raw && inner === undefined && text !== '') return { message: text, param: undefined }
  }
  return undefined
}
