import { traceModes, visibilities } from '@reason/keys/record'
import { styles } from '../headers.ts'
import type { SchemaName } from '../schemas.ts'

/** As much of OpenAPI as is written here. */
export type Json = { readonly [key: string]: unknown }

export const ref = (name: SchemaName): Json => ({ $ref: `#/components/schemas/${name}` })

export const json = (description: string, schema: Json = { type: 'object' }): Json => ({
  description,
  content: { 'application/json': { schema } },
})

/** A body in JSON. */
export const body = (name: SchemaName): Json => ({ required: true, content: { 'application/json': { schema: ref(name) } } })

export const text = (description: string, type = 'text/plain'): Json => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
})

/** What any of them may say instead. */
export const failure: Json = { default: json('The error, and what to do.', ref('Error')) }

export const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})

export const inQuery = (name: string, type: 'string' | 'number'): Json => ({ name, in: 'query', schema: { type } })

const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({ name, in: 'header', description, schema })

const visibility = header('x-reason-visibility', 'How much of the reasoning to send; never more than the key allows.', {
  type: 'string',
  enum: visibilities,
})

/** What a request that no model answers may say. */
export const wishesBeside: readonly Json[] = [visibility]

/** What every request for an answer may say. */
export const wishes: readonly Json[] = [
  header('x-reason-session', 'Session whose budget pays for the reasoning.'),
  visibility,
  header('x-reason-style', 'How to send visible reasoning: in the field of the API, in tags before the answer, or not at all.', {
    type: 'string',
    enum: styles,
  }),
  header('x-reason-trace', 'What the trace stores of the generation; never more than configured.', {
    type: 'string',
    enum: traceModes,
  }),
]

/** No key is asked for. */
export const open: Json = { security: [] }

/** Where keys are asked for, that of an administrator. */
export const admin: Json = { security: [{}, { bearer: [] }, { apiKey: [] }] }
