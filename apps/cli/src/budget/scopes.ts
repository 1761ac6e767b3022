/** Scopes of budgets, with their path in the API. */
export const scopes = { session: 'sessions', key: 'keys', team: 'teams' } as const
