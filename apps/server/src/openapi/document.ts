import { generateDefinitions } from '@reason/gateway/client-apis'
import { version } from '../version.ts'
import type { Json } from './parts.ts'
import { paths } from './paths.ts'
import { providerSchemas } from './providers.ts'

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

/** OpenAPI 3.1 of the gateway: what is its own is made from the schemas that it reads with. */
export const openapiDocument = (): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Reason gateway',
    version: version(),
    summary: 'Clean answers for every client, and reasoning apart.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  security: [{}, { bearer: [] }, { apiKey: [] }],
  paths,
  components: {
    schemas: { ...generateDefinitions('#/components/schemas/'), ...providerSchemas, ...schemas },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'A key of the gateway, where it asks for one.' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key, as Anthropic’s clients show it.' },
    },
  },
})
