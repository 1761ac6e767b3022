import { badRequest } from '../errors/api-error.ts'
import { explained } from '../reports/explanation.ts'
import type { ManagementCall } from './management-call.ts'

/** `GET /api/explain?model=NAME`: the upstream that a request for a model would go to, and the adapter for its answer, with reasons. Sends nothing. */
export const explainCall: ManagementCall = {
  method: 'GET',
  path: '/api/explain',
  query: ['model', 'session'],
  answer: ({ query: { model = '', session } }, managed) =>
    model === ''
      ? { refusal: badRequest('"model" is missing. Give the name of a model: /api/explain?model=NAME.', 'model') }
      : { json: explained(managed, model, session) },
}
