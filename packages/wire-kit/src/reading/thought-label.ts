import { isText, type Loose } from '../values/loose.ts'

const ofThought = /^(?:analysis|cot|reason(?:ing)?|reflection|think(?:ing)?|thoughts?)$/i

/** Whether the labels of a message say that its text is a thought, although it is where an answer is. */
export const isLabelledThought = ({ role, channel, phase }: Loose): boolean =>
  (isText(role) && ofThought.test(role)) || (isText(channel) && ofThought.test(channel)) || (isText(phase) && !ofAnswer.test(phase))
