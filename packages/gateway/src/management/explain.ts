import { badRequest } from '../errors/api-error.ts'
import { explained } from '../reports/explanation.ts'
import type { ManagementCall } from './management-call.ts'

/** `GET /api/explain?model=NAME`: the upstream that a request for a model would go to, and the adapter for its answer, with reasons. Sends nothing. */
export const explainCall: ManagementCall = {
  method: 'GET',
  path: '/api/explain',
  answer({ query: { model, session, ...others } }, managed) {
    const [other] = Object.keys(others)
    if (other === undefined && typeof model === 'string' && model !== '' && !Array.isArray(session))
      return { json: explained(managed, model, session as string | undefined) }
    return {
      refusal: badRequest('Give "model" once: /api/explain?model=NAME. It takes "session" once, too, and nothing else.', other ?? 'model'),
    }
  },
}
