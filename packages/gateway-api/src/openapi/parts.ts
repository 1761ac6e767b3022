import { traceModes, visibilities } from '@reason/keys/record'
import { styles } from '../headers.ts'
import type { SchemaName } from '../schemas.ts'

/** JSON, as far as this document needs it. */
export type Json = { readonly [key: string]: unknown }

export const ref = (name: SchemaName): Json => ({ $ref: `#/components/schemas/${name}` })

export const json = (description: string, schema: Json = { type: 'object' }): Json => ({
  description,
  content: { 'application/json': { schema } },
})

/** A JSON request body. */
export const body = (name: SchemaName): Json => ({ required: true, content: { 'application/json': { schema: ref(name) } } })

export const text = (description: string): Json => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } })

/** Error response of any operation. */
export const failure: Json = { default: json('The error, with a remedy.', ref('Error')) }

export const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})

export const inQuery = (name: string, type: 'string' | 'number'): Json => ({ name, in: 'query', schema: { type } })

const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({ name, in: 'header', description, schema })

const visibility = header('x-reason-visibility', 'Visibility of reasoning in the response. The key sets the upper limit.', {
  type: 'string',
  enum: visibilities,
})

/** Headers of requests that no model answers. */
export const wishesBeside: readonly Json[] = [visibility]

/** Headers of requests for an answer. */
export const wishes: readonly Json[] = [
  header('x-reason-session', 'Session whose budget is charged for the reasoning.'),
  visibility,
  header('x-reason-style', 'Format of visible reasoning: the field of the API, tags before the answer, or none.', {
    type: 'string',
    enum: styles,
  }),
  header('x-reason-trace', 'Detail that the trace stores. The settings and the key set the upper limit.', {
    type: 'string',
    enum: traceModes,
  }),
]

/** Security of operations without a key. */
export const open: Json = { security: [] }

/** Security of operations for administrators: if keys are required, an administrator's key. */
const admin: Json = { security: [{}, { bearer: [] }, { apiKey: [] }] }

/** Input of an operation's request. */
export interface OperationInput {
  parameters?: readonly Json[]
  sends?: SchemaName
}

/** An operation for administrators, which succeeds with `status`. */
export const forAdmin = (
  operationId: string,
  summary: string,
  success: Json,
  { parameters, sends }: OperationInput = {},
  status = 200,
): Json => ({
  operationId,
  summary,
  ...admin,
  ...(parameters !== undefined && { parameters }),
  ...(sends !== undefined && { requestBody: body(sends) }),
  responses: { [status]: success, ...failure },
})
