import { isText, type Loose } from '../values/loose.ts'

const ofThought = /^(?:analysis|cot|reason(?:ing)?|reflection|think(?:ing)?(?:_summary)?|thoughts?)$/i

const isOfThought = (label: unknown): boolean => isText(label) && ofThought.test(label)

/** Whether the labels of a message say that its text is a thought, although it is where an answer is. */
export const isLabelledThought = ({ role, channel, phase }: Loose): boolean =>
  isOfThought(role) || isOfThought(channel) || isOfThought(phase)
