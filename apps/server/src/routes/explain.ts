import { badRequest } from '@reason/gateway/errors'
import { explained } from '@reason/gateway/host'
import { refuseApi } from './refuse.ts'
import type { Routes } from './routes.ts'

/** `GET /api/explain?model=NAME`: where a request for a model would go now, what would split its answer, and why. Sends nothing. */
export const explain: Routes = (app, services) => {
  app.get('/api/explain', (request, reply) => {
    const { model, session } = request.query as Readonly<Record<string, string | string[] | undefined>>
    if (typeof model !== 'string' || model === '' || Array.isArray(session)) {
      const error = badRequest('"model" is to be given once: /api/explain?model=NAME, and "session" once at most.', 'model')
      return refuseApi(reply, error)
    }
    return reply.send(explained(services, model, session))
  })
}
