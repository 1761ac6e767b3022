import { parseOptions } from '@reason/core'
import { budgetUsed, type BudgetList, type HeldBalance } from '@reason/gateway-api'
import { balancesOf, type BudgetQuestion, setUsed } from '../reports/budget-standing.ts'
import { type Managed, type ManagementAnswer, type ManagementCall, type ManagementRequest, noKey } from './management-call.ts'

const paths = { session: '/api/sessions/:session/budget', key: '/api/keys/:id/budget', team: '/api/teams/:team/budget' } as const

/** `/api/…/budget`: the remaining budget of a session, a key or a team. */
export const budgetCalls: readonly ManagementCall[] = Object.entries(paths).flatMap(([scope, path]): ManagementCall[] => {
  const answer = async (
    { params }: ManagementRequest,
    { access }: Managed,
    work: (question: BudgetQuestion) => Promise<HeldBalance[] | undefined>,
  ): Promise<ManagementAnswer> => {
    const [name = ''] = Object.values(params)
    const found = await work({ scope: scope as keyof typeof paths, name, keys: access.file.list() })
    return found === undefined ? noKey(name) : { json: { budgets: found } satisfies BudgetList }
  }
  return [
    {
      method: 'GET',
      path,
      answer: (request, managed) => answer(request, managed, (question) => balancesOf(question, managed.governance.budgets)),
    },
    {
      method: 'PUT',
      path,
      example: '{ "used": 0 } to reset the budget',
      answer: (request, managed) =>
        answer(request, managed, (question) =>
          setUsed(question, parseOptions(budgetUsed, request.body, 'budget').used, managed.governance.budgets),
        ),
    },
  ]
})
