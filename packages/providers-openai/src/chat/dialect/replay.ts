/** Reasoning goes nowhere. */
export const nothingBack = { text: 'never', sealed: 'never', carrier: 'nowhere' } as const

/** Reasoning goes back as plain text, whatever model wrote it. */
export const textBack = { text: 'always', sealed: 'never' } as const

/** Reasoning goes back as plain text, to the model that wrote it. */
export const ownTextBack = { ...textBack, ownTextOnly: true } as const
