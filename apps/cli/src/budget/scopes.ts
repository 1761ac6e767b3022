/** Who may have a budget, and where a gateway tells of it. */
export const scopes = { session: 'sessions', key: 'keys', team: 'teams' } as const
