import type { Loose } from '../values/loose.ts'

const ofThought = /^(?:analysis|cot|reason(?:ing)?|reflection|think(?:ing)?|thoughts?)$/i

/** Phases of texts for the user. An unknown phase may be a thought's. */
const ofAnswer = /^(?:answer|commentary|final(?:_answer)?|output|response)$/i

/** Whether the labels of a message say that its text is a thought, although it is where an answer is. */
export const isLabelledThought = ({ role, channel, phase }: Loose): boolean =>
  (typeof role === 'string' && ofThought.test(role)) ||
  (typeof channel === 'string' && ofThought.test(channel)) ||
  (typeof phase === 'string' && phase !== '' && !ofAnswer.test(phase))
