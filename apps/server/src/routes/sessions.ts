import { answerApi } from './answer-api.ts'
import type { Routes } from './routes.ts'

/** `/api/sessions/…/budget`: how much a session may still think. */
export const sessions: Routes = (app, services) => {
  const path = '/api/sessions/:session/budget'
  const sessionOf = (params: unknown): string => (params as { session: string }).session

  app.get(path, (request, reply) =>
    answerApi(reply, async () => ({ budgets: await services.governance.budgets.show({ session: sessionOf(request.params) }) })),
  )

  /** `{ "used": 1000 }`: says how much is used, as of now; 0 begins anew. */
  app.put(path, (request, reply) =>
    answerApi(reply, async () => {
      const used = usedOf(request.body as Buffer | undefined)
      const balance = await services.governance.budgets.set('session', { session: sessionOf(request.params) }, used)
      return { budgets: balance === undefined ? [] : [balance] }
    }),
  )
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
