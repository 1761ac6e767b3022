import { nearest } from '@reason/core/errors'
import { handleAuxiliary, type AuxiliaryCall, type AuxiliaryExchange } from './auxiliary/auxiliary-call.ts'
import { auxiliaryCalls } from './auxiliary/auxiliary-calls.ts'
import { clientApis } from './client-apis/client-apis.ts'
import { badRequest, type ApiError } from './errors/api-error.ts'
import type { Runtime } from './exchange.ts'
import { handle } from './handle.ts'

/** The handler for a method and path. */
export interface Route extends Pick<AuxiliaryCall, 'method' | 'path' | 'shapeOf'> {
  handle(exchange: AuxiliaryExchange, runtime: Runtime): Promise<void>
}

/** Endpoints for answers, then auxiliary endpoints. */
export const routes: readonly Route[] = [
  ...clientApis.map((api): Route => ({
    method: 'POST',
    path: api.path,
    shapeOf: () => api,
    handle: (exchange, runtime) => handle({ ...exchange, api }, runtime),
  })),
  ...auxiliaryCalls.map((call): Route => ({ ...call, handle: (exchange, runtime) => handleAuxiliary(call, exchange, runtime) })),
]

/** @param others - Further endpoints of the program, such as `GET /metrics`. */
export const unknownRoute = (method: string, path: string, others: readonly string[] = []): ApiError =>
  unknownCall(method, path, [...routes.map((route) => `${route.method} ${route.path}`), ...others])

/** @param known - Methods and paths. */
export function unknownCall(method: string, path: string, known: readonly string[]): ApiError {
  // A long path is no misspelt one, and comparing it would cost time.
  const meant = path.length > mostCompared ? undefined : nearest(`${method} ${path}`, known)
  const hint = meant === undefined ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`
  return badRequest(`There is no ${method} ${path}. ${hint}`, null, 'unknown_url', 404)
}

/** Maximum length of a path that is compared with the known ones. */
const mostCompared = 100
