import { definitionsOf } from '../definitions.ts'
import { generateRules } from '../generate/json-schema.ts'
import { schemas } from '../schemas.ts'
import type { Json } from './parts.ts'
import { paths } from './paths.ts'

export interface OpenApiDocument extends Json {
  paths: typeof paths
  components: Json
}

/**
 * OpenAPI 3.1 document of a gateway. The schemas of the gateway's own APIs come from this package.
 *
 * @param version - Version of the gateway: `0.1.0`.
 */
export const openapiDocument = (version: string): OpenApiDocument => ({
  openapi: '3.1.1',
  info: {
    title: 'Reason gateway',
    version,
    summary: 'Gateway for language models that separates reasoning from answers.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  security: [{}, { bearer: [] }, { apiKey: [] }],
  paths,
  components: {
    schemas: definitionsOf(schemas, '#/components/schemas/', generateRules),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'Gateway key. Needed only if the gateway requires keys.' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key in the header that Anthropic clients use.' },
    },
  },
})
