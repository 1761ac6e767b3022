import type { KeyFile } from '@reason/keys'
import type { Permit } from '../client-apis/permit.ts'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { Json } from '../json.ts'
import type { Log } from '../log.ts'
import type { RuntimeState } from '../runtime.ts'

/** An endpoint for operators: its method, its path and its handler. The caller has checked the operator's access. */
export interface ManagementCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path, in which `:name` matches one segment. If two paths match, the first in the list wins. */
  path: string
  /** Names of its query parameters. Default: none. */
  query?: readonly string[]
  /** A valid body, for errors. Undefined: the call reads no body. */
  example?: string
  /** @throws {TypeError} For an invalid request, with the reason. */
  answer(request: ManagementRequest, managed: Managed): ManagementAnswer | Promise<ManagementAnswer>
}

export interface ManagementRequest {
  /** Path parameters by name. */
  params: Readonly<Record<string, string>>
  /** Query parameters. */
  query: QueryTexts
  body: Json
  permit: Pick<Permit, 'signal' | 'takenBack'>
  /** Id of the operator's key. */
  by: string | undefined
  log: Log
}

/** Maximum body size in bytes. Small, because clients may send a body before they sign in. */
export const smallBody = 65_536

/** Query parameters of a URL. A repeated parameter is a list. */
export type UrlQuery = Readonly<Record<string, string | readonly string[] | undefined>>
export type QueryTexts = Readonly<Record<string, string | undefined>>

/** State that the endpoints read. Read it for each request, because the configuration may be replaced. */
export interface Managed extends Pick<RuntimeState, 'backends' | 'first' | 'routing' | 'governance'> {
  readonly access: {
    readonly required: boolean
    readonly file: Pick<KeyFile, 'list' | 'create' | 'change' | 'rotate' | 'revoke'>
  }
}

export type ManagementAnswer = { json: object; status?: number } | { file: ManagementFile } | { refusal: ApiError }

/** A file that is written while it is sent. */
export interface ManagementFile {
  type: string
  name: string
  pieces: AsyncIterable<string | Uint8Array>
  /** Trailers of the response, computed at its end. */
  trailers: Readonly<Record<string, () => string>>
}

export const notFound = (code: string, message: string): { refusal: ApiError } => ({ refusal: badRequest(message, null, code, 404) })

export const noKey = (id = ''): { refusal: ApiError } =>
  notFound('key_not_found', `There is no key ${JSON.stringify(id)}. GET /api/keys lists them.`)
