import { ReasonError } from '@reason/core'
import { badRequest } from '../clients/api-error.ts'
import { openaiChat as shape } from '../clients/openai-chat.ts'
import type { Routes } from './routes.ts'
import type { FastifyReply } from 'fastify'

/** `/api/sessions/…/budget`: how much a session may still think. */
export const sessions: Routes = (app, services) => {
  const path = '/api/sessions/:session/budget'
  const sessionOf = (params: unknown): string => (params as { session: string }).session

  app.get(path, (request, reply) => answer(reply, () => services.governance.budgets.show({ session: sessionOf(request.params) })))

  /** `{ "used": 1000 }`: says how much is used, as of now; 0 begins anew. */
  app.put(path, (request, reply) =>
    answer(reply, async () => {
      const used = usedOf(request.body as Buffer | undefined)
      const balance = await services.governance.budgets.set('session', { session: sessionOf(request.params) }, used)
      return balance === undefined ? [] : [balance]
    }),
  )

  async function answer(reply: FastifyReply, work: () => Promise<unknown[]>): Promise<FastifyReply> {
    try {
      return reply.send({ budgets: await work() })
    } catch (error) {
      if (error instanceof TypeError)
        return reply
          .code(400)
          .type('application/json')
          .send(shape.errorBody(badRequest(error.message)))
      if (!ReasonError.is(error)) throw error
      const down = { status: 503, type: 'server_error', code: 'store_down', message: error.message }
      return reply.code(503).type('application/json').send(shape.errorBody(down))
    }
  }
}

/** @throws {TypeError} when the body says nothing of the kind */
function usedOf(body: Buffer | undefined): number {
  try {
    const { used } = JSON.parse(String(body)) as { used?: unknown }
    if (typeof used === 'number') return used
  } catch {
    // Said below.
  }
  throw new TypeError('The body does not say how much is used. Send { "used": 0 } to begin anew.')
}
