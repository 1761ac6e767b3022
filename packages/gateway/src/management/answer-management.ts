import { ReasonError } from '@reason/core'
import { readJsonBody } from '../client-apis/body/json-body.ts'
import { badRequest, isApiError, type ApiError } from '../errors/api-error.ts'
import type { Json } from '../json.ts'
import type { Managed, ManagementAnswer, ManagementCall, ManagementRequest, QueryTexts, UrlQuery } from './management-call.ts'

type RawManagementRequest = Omit<ManagementRequest, 'body' | 'query'> & { body: Buffer | undefined; query: UrlQuery }

/**
 * Answers a management request. A call with a body is refused unless the body is a JSON object: a cut body must not change anything.
 *
 * @throws For bugs of the gateway.
 */
export async function answerManagement(call: ManagementCall, request: RawManagementRequest, managed: Managed): Promise<ManagementAnswer> {
  try {
    const query = queryOf(call, request.query)
    const body = isApiError(query) ? query : await bodyOf(call, request.body)
    return isApiError(body) ? { refusal: body } : await call.answer({ ...request, query: query as QueryTexts, body }, managed)
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}

/** Refuses an unknown or repeated parameter. A parameter that a call ignores would look like a filter that matches everything. */
function queryOf({ method, path, query: known = [] }: ManagementCall, given: UrlQuery): QueryTexts | ApiError {
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      const others = known.length === 0 ? '' : `, or use one of: ${known.join(', ')}`
      return badRequest(`${method} ${path} has no query parameter ${JSON.stringify(name)}. Leave it out${others}.`, name)
    }
    if (Array.isArray(value)) return badRequest(`"${name}" is given more than once. Give it once.`, name)
  }
  return given as QueryTexts
}

async function bodyOf({ example }: ManagementCall, bytes: Buffer | undefined): Promise<Json | ApiError> {
  // An empty body leaves out all fields, like {}.
  if (example === undefined || bytes === undefined || bytes.length === 0) return {}
  const read = await readJsonBody(bytes, example)
  if (isApiError(read)) return read
  return read.hasRepeats()
    ? badRequest('An object in the body has two fields of one name. Keep one of them.', null, 'invalid_value')
    : read.json
}

/** The error for a request that failed. Failures of a store are reported as `store_down`. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof TypeError) return badRequest(error.message)
  // An error of the file system, such as a full disk or a missing permission.
  if (error instanceof Error && 'syscall' in error)
    return storeDown(
      `The gateway could not save the change: ${error.message}. Nothing has changed. Check its disk and the permissions of its data folder.`,
    )
  if (!ReasonError.is(error)) throw error
  if (error.code === 'REASON_INVALID_OPTIONS') return badRequest(error.message, null, 'invalid_value')
  return storeDown(error.message)
}

const storeDown = (message: string): ApiError => ({ status: 503, type: 'server_error', code: 'store_down', message })
