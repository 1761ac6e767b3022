/** No reasoning goes back. */
export const nothingBack = { text: 'never', sealed: 'never', carrier: 'nowhere' } as const

/** Reasoning goes back as plain text, whichever model wrote it. */
export const textBack = { text: 'always', sealed: 'never' } as const

/** Reasoning goes back as plain text, only to the model that wrote it. */
export const ownTextBack = { ...textBack, ownTextOnly: true } as const
