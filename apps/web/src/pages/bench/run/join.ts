import type { Part } from '@reason/core'

/** Joins parts into those of an uncut text. Results for two chunk sizes of the same text must be equal. */
export function createJoiner(): { push(parts: readonly Part[]): void; parts(): Part[] } {
  const joined: { part: Part; pieces: string[] }[] = []

  return {
    push(parts) {
      for (const part of parts) {
        const last = joined.at(-1)
        if (last !== undefined && 'text' in part && isOneRun(last.part, part)) last.pieces.push(part.text)
        else joined.push({ part, pieces: 'text' in part ? [part.text] : [] })
      }
    },
    parts: () => joined.map(({ part, pieces }) => (pieces.length > 1 ? ({ ...part, text: pieces.join('') } as Part) : part)),
  }
}

function isOneRun(last: Part, part: Part): boolean {
  if ((last.choice ?? 0) !== (part.choice ?? 0)) return false
  if (last.type === 'delta' && part.type === 'delta') return last.block === part.block && last.inserted === part.inserted
  if (last.type === 'tool-call-delta' && part.type === 'tool-call-delta') return last.call === part.call
  return last.type === 'markup' && part.type === 'markup' && last.of === part.of
}

/** Length of the input text that a part accounts for. */
export function sourceLength(part: Part): number {
  if (part.type === 'delta') return part.inserted === true ? 0 : part.text.length
  return part.type === 'tool-call-delta' || part.type === 'markup' ? part.text.length : 0
}
