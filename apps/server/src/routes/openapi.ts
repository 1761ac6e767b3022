import { openapiDocument } from '@reason/gateway-api/openapi'
import { version } from '../version.ts'
import type { Routes } from './routes.ts'

/** `GET /openapi.json`: the OpenAPI document. It is the same for every client, and needs no key. */
export const openapi: Routes = (app) => {
  let document: string | undefined
  app.get('/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openapiDocument(version())))),
  )
}
