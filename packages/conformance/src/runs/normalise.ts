import type { Part } from '@reason/core'

/**
 * Joins parts as if the text had come in one piece: adjacent deltas of one block or call, and adjacent markup of one kind. Two cuttings of a text must
 * agree in the result.
 */
export function normaliseParts(parts: Iterable<Part>): Part[] {
  const normal: Part[] = []
  for (const part of parts) {
    const last = normal.at(-1)
    const joined = last === undefined ? undefined : join(last, part)
    if (joined === undefined) normal.push(part)
    else normal[normal.length - 1] = joined
  }
  return normal
}

function join(last: Part, part: Part): Part | undefined {
  if ((last.choice ?? 0) !== (part.choice ?? 0)) return undefined
  if (last.type === 'delta' && part.type === 'delta') {
    const same = last.block === part.block && last.channel === part.channel && last.inserted === part.inserted
    return same ? { ...last, text: last.text + part.text } : undefined
  }
  if (last.type === 'tool-call-delta' && part.type === 'tool-call-delta') {
    return last.call === part.call ? { ...last, text: last.text + part.text } : undefined
  }
  if (last.type === 'markup' && part.type === 'markup') {
    return last.of === part.of ? { ...last, text: last.text + part.text } : undefined
  }
  return undefined
}

/** The input text that a part represents. Empty for parts without text and for inserted text. */
export function sourceText(part: Part): string {
  if (part.type === 'delta') return part.inserted === true ? '' : part.text
  return part.type === 'tool-call-delta' || part.type === 'markup' ? part.text : ''
}
