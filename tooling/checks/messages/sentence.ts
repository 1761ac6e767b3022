import type { MessageKind } from './source-messages.ts'

/** Beginnings of a predicate whose subject is the name of a field: `must be a number`. */
export const predicate = /^(?:must|is|are|was|were|has|cannot|needs|does not|do not|takes) /

/** First words of a remedy or a reason that a program adds to another message. */
export const addition =
  /^(?:Add|Ask|Await|Call|Check|Did you mean|Give|If|Install|It|Its|Lower|Name|Offer|Open|Or|Pass|Put|Raise|Remove|Repair|Send|Set|Start|Try|Use)\b/

/** First words of a remedy in a list of the doctor. */
const instruction = /^(?:or |name |take |have )/

const prefix = /^(?:note|warning|error|reason): /

/** Whether a text is a message. Texts other than errors, warnings and log lines must read as a sentence. */
export function isSentence(text: string, kind: MessageKind): boolean {
  const words = text.replaceAll(/‹[^‹›]*›/g, '').match(/[A-Za-z]{2,}/g)?.length ?? 0
  if (/[;{}<>=]\s*$|^\s*[<{[(]/.test(text.replaceAll(/‹[^‹›]*›/g, 'x'))) return false
  if (kind !== 'text') return words >= 2 && text.includes(' ')
  if (words < 3) return false
  return (
    prefix.test(text) ||
    predicate.test(text) ||
    instruction.test(text) ||
    /^(?:["“'A-Z‹]|[a-z]+(?:_[a-z]+)+ [a-z]).*[.!?](?:‹.*›)?$/.test(text)
  )
}
