import type { KeyFile } from '@reason/keys'
import type { Permit } from '../client-apis/permit.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Json } from '../json.ts'
import type { Log } from '../log.ts'
import type { State } from '../runtime.ts'

/** A request that operators can make: its method, its path, and how the gateway answers it. The caller has checked that they may. */
export interface ManagementCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` stands for one segment. Of two that fit, the first holds. */
  path: string
  /** @throws {TypeError} on a wrong request, with what is wrong with it */
  answer(request: ManagementRequest, managed: Managed): ManagementAnswer | Promise<ManagementAnswer>
}

export interface ManagementRequest {
  /** What stands for the names in its path. */
  params: Readonly<Record<string, string>>
  /** A list, where a name is given more than once. */
  query: Query
  body: Json
  permit: Pick<Permit, 'signal' | 'takenBack'>
  /** Id of the key that asks. */
  by: string | undefined
  log: Log
}

/** Maximum body size, in bytes. Small, as clients that are not signed in may send one. */
export const smallBody = 65_536

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** What is asked about. It is read when a request is there, as a configuration may replace it. */
export interface Managed extends Pick<State, 'backends' | 'first' | 'routing' | 'governance'> {
  readonly access: {
    readonly required: boolean
    readonly file: Pick<KeyFile, 'list' | 'create' | 'change' | 'rotate' | 'revoke'>
  }
}

export type ManagementAnswer = { json: object; status?: number } | { file: ManagementFile } | { refusal: ApiError }

/** A file that is written while it is read. */
export interface ManagementFile {
  type: string
  name: string
  pieces: AsyncIterable<string | Uint8Array>
  /** For the trailers of the answer, at its end. */
  trailers: Readonly<Record<string, () => string>>
}

export const notFound = (code: string, message: string): { refusal: ApiError } => ({
  refusal: { status: 404, type: 'invalid_request_error', code, message },
})
