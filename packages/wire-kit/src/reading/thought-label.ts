import type { Loose } from '../values/loose.ts'

const ofThought = /^(?:analysis|cot|reason(?:ing)?|reflection|think(?:ing)?|thoughts?)$/i

/** Whether the labels of a message say that its text is a thought, although it is where an answer is. */
export const isLabelledThought = (message: Loose): boolean => labels.some((name) => isThought(message[name]))

const labels = ['role', 'channel', 'phase']

const isThought = (label: unknown): boolean => typeof label === 'string' && ofThought.test(label)
