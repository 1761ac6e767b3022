import type * as z from 'zod'
import { definitionsOf } from '../definitions.ts'
import { generateSchemas } from '../generate/json-schema.ts'
import type { Json } from './parts.ts'
import { paths } from './paths.ts'
import { providerSchemas } from './providers.ts'

const named: Readonly<Record<string, z.ZodType>> = generateSchemas

const schemas: Json = {
  Model: { type: 'object', required: ['id'], properties: { id: { type: 'string' } }, additionalProperties: true },
  ModelList: {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Model' } } },
    additionalProperties: true,
  },
  Budgets: {
    type: 'object',
    required: ['budgets'],
    properties: { budgets: { type: 'array', items: { type: 'object', additionalProperties: true } } },
  },
}

/**
 * OpenAPI 3.1 of a gateway. Schemas of our own APIs are those of this package.
 *
 * @param version - Of the gateway: `0.1.0`.
 */
export const openapiDocument = (version: string) => ({
  openapi: '3.1.1',
  info: {
    title: 'Reason gateway',
    version,
    summary: 'Clean answers for every client, and reasoning apart.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  security: [{}, { bearer: [] }, { apiKey: [] }],
  paths,
  components: {
    schemas: { ...definitionsOf(named, '#/components/schemas/'), ...providerSchemas, ...schemas },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'A key of the gateway, where it asks for one.' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key, as Anthropic’s clients show it.' },
    },
  },
})
