import type { Budgets, HeldBalance } from '@reason/gateway-api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { balancesOf, type BudgetQuestion, setUsed } from '@reason/gateway/host'
import type { Json } from '@reason/gateway/json'
import { answerApi, bodyOf, smallBody } from './answer-api.ts'
import { noKey } from './no-key.ts'
import type { Routes } from './routes.ts'

const paths = { session: '/api/sessions/:session/budget', key: '/api/keys/:id/budget', team: '/api/teams/:team/budget' } as const

/** `/api/…/budget`: how much a session, a key or a team may still think. */
export const budgets: Routes = (app, services) => {
  for (const [scope, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
    app.get(path, (request, reply) => answer(request, reply, (question) => balancesOf(question, services.governance.budgets)))

    /** `{ "used": 1000 }`: says how much is used, as of now; 0 begins anew. */
    app.put(path, { bodyLimit: smallBody }, (request, reply) =>
      answer(request, reply, (question) => setUsed(question, usedOf(bodyOf(request)), services.governance.budgets)),
    )

    function answer(
      { params }: FastifyRequest,
      reply: FastifyReply,
      work: (question: BudgetQuestion) => Promise<HeldBalance[] | undefined>,
    ): Promise<FastifyReply> {
      const [name = ''] = Object.values(params as Record<string, string>)
      return answerApi(
        reply,
        async (): Promise<Budgets | undefined> => {
          const found = await work({ scope, name, keys: services.access.file.list() })
          return found && { budgets: found }
        },
        noKey(name),
      )
    }
  }
}

/** @throws {TypeError} when the body says nothing of the kind */
function usedOf({ used }: Json): number {
  if (typeof used === 'number') return used
  throw new TypeError('The body has no number "used". Send { "used": 0 } to reset the budget.')
}
