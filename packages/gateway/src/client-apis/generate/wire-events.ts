/** Our own native parts: an event of the upstream as it came (`{ text, ms }`), and a part of ours. */
export const wireEvent = { wire: 'reason', event: 'wire' } as const
export const partEvent = { wire: 'reason', event: 'part' } as const
