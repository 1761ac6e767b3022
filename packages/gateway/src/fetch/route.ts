import type { AuxiliaryCall } from '../auxiliary/auxiliary-call.ts'
import { auxiliaryCalls } from '../auxiliary/auxiliary-calls.ts'
import type { ClientApi } from '../client-apis/client-api.ts'
import { clientApis } from '../client-apis/client-apis.ts'
import type { ApiError } from '../errors/api-error.ts'

/** What a path leads to: answers of a model, or something beside them. `name` stands for `*` in the path of a call. */
type Route = { api: ClientApi } | { call: AuxiliaryCall; name: string }

/** @param path - Of an address, with any prefix. Undefined: nothing is there. */
export function findRoute(method: string, path: string): Route | undefined {
  const api = clientApis.find((one) => method === 'POST' && path.endsWith(one.path))
  if (api !== undefined) return { api }
  for (const call of auxiliaryCalls) {
    const name = method === call.method ? nameIn(path, call.path) : undefined
    if (name !== undefined) return { call, name }
  }
  return undefined
}

/** @returns Undefined, where the path is another one. */
function nameIn(path: string, pattern: string): string | undefined {
  if (!pattern.endsWith('*')) return path.endsWith(pattern) ? '' : undefined
  const start = pattern.slice(0, -1)
  const at = path.lastIndexOf(start)
  return at === -1 ? undefined : decoded(path.slice(at + start.length))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const unknownRoute = (method: string, path: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'unknown_url',
  message: `There is no ${method} ${path}. There are: ${all.join(', ')}.`,
})

const all = [...clientApis.map((api) => `POST ${api.path}`), ...auxiliaryCalls.map((call) => `${call.method} ${call.path}`)]
