/** The gateway's own native parts: a raw event of the upstream (`{ text, ms }`), and a part of the answer. */
export const wireEvent = { wire: 'reason', event: 'wire' } as const
export const partEvent = { wire: 'reason', event: 'part' } as const
