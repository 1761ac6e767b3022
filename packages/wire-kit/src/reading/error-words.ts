import { asList, asLoose, asText, isEmpty, isLoose, isText, parseJson, type Loose } from '../values/loose.ts'

/** An error as an upstream describes it. */
export interface ErrorWords {
  message: string
  type?: string
  code?: string | number
  param?: string
  /** Further fields of the object with the message. */
  more: Loose
}

/** Fields that hold an error inside another object, in order: OpenAI, Cloudflare, API gateways; and without a message beside them FastAPI, MiniMax, Mistral, event streams. */
const containers = ['error', 'errors', 'err', 'fault']
const loneContainers = ['detail', 'base_resp', 'message', 'response']

/** Fields with the message, in order. `error` is last: beside another field it is a code. */
const messages = [
  'message',
  'Message',
  'msg',
  'faultstring',
  'error_description',
  'error_message',
  'error_msg',
  'errorMessage',
  'status_msg',
  'detail',
  'title',
  'errors',
  'error',
  'err',
]

/** Fields whose objects are shown as they are, if no message is found in them. */
const mayBeObjects: ReadonlySet<string> = new Set(['message', 'detail', 'errors'])

/** Fields with the code, in order. Anthropic, Databricks and Apigee have one in an object of details. */
const codes = ['code', 'error_code', 'errorcode', 'errorCode', 'status_code']

const mostNested = 4

/**
 * Finds the message and the code of an error in any shape that servers use. Undefined if there is no message.
 *
 *     {"error": {"message": …}} · {"error": "text"} · {"errors": [{…}]} · {"fault": {"faultstring": …}} · {"detail": [{"loc": […], "msg": …}]} · {"msg": …}
 *
 * @param readsQuotes - Whether the error that a router quotes from the provider behind it counts. That provider may quote what the model wrote.
 */
export function errorWords(said: unknown, readsQuotes = true, depth = 0): ErrorWords | undefined {
  if (depth > mostNested) return undefined
  if (Array.isArray(said)) return listWords(said, readsQuotes, depth)
  if (depth > 0 && isText(said)) return { message: said, more: {} }
  if (!isLoose(said)) return undefined
  const isLone = !isText(said['message']) && !isText(said['error'])
  const nested = [...containers, ...(isLone ? loneContainers : [])]
    .map((name) => said[name])
    .find((value) => typeof value === 'object' && !isEmpty(value))
  const inner = errorWords(nested, readsQuotes, depth + 1)
  if (inner !== undefined) return { ...namesIn(said), ...inner, more: inner.more }
  const named = messages.find(
    (name) => isText(said[name]) || (mayBeObjects.has(name) && typeof said[name] === 'object' && !isEmpty(said[name])),
  )
  if (named === undefined) return undefined
  const routed = readsQuotes ? routedWords(said, depth) : undefined
  const value = said[named]
  // Names that are part of the message, or of the fields beside `more`.
  const taken = new Set([named, 'error', 'errors', 'message', 'type', 'param', 'code', 'detail', 'Message'])
  return {
    message: asText(value),
    ...namesIn(said),
    ...(named !== 'error' &&
      isText(said['error']) &&
      !/\s/.test(said['error']) &&
      namesIn(said).code === undefined && { code: said['error'] }),
    ...routed,
    more: Object.fromEntries(Object.entries(said).filter(([name]) => !taken.has(name))),
  }
}

/** Several faults of a request, each with its place, or the first of several errors. */
function listWords(said: readonly unknown[], readsQuotes: boolean, depth: number): ErrorWords | undefined {
  const faults = said.filter(isLoose).filter(({ msg, loc }) => isText(msg) && Array.isArray(loc))
  if (faults.length === 0) return errorWords(said[0], readsQuotes, depth + 1)
  const places = faults.map(({ loc }) => asList(loc).join('.'))
  return {
    message: faults.map(({ msg }, at) => `${places[at]}: ${String(msg)}`).join('; '),
    ...namesIn(faults[0]!),
    param: places[0]!,
    more: {},
  }
}

function namesIn(said: Loose): Pick<ErrorWords, 'type' | 'code' | 'param'> {
  const details = [said, asLoose(said['detail']), asLoose(said['details'])]
  const code = details.flatMap((one) => codes.map((name) => one[name])).find((value) => isText(value) || typeof value === 'number')
  // AWS has a name with its namespace, and Google one in capitals.
  const type = [said['type'], said['__type'], said['status']].find((value) => isText(value) && !/^error$|\s/.test(value))
  return {
    ...(isText(type) && { type: type.replace(/^.*#/, '') }),
    ...(code !== undefined && { code: code as string | number }),
    ...(isText(said['param']) && { param: said['param'] }),
  }
}

/** OpenRouter quotes the error of the provider behind it, and says itself only that there was one. */
function routedWords({ metadata }: Loose, depth: number): Omit<ErrorWords, 'more'> | undefined {
  const { raw } = asLoose(metadata)
  if (!isText(raw)) return undefined
  const { more: _, ...words } = errorWords(parseJson(raw), true, depth + 1) ?? { message: raw, more: {} }
  return words
}
