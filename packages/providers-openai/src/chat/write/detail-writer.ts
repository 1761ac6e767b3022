import type { BlockKind, Seal } from '@reason/core/parts'
import { isSealedHere } from '@reason/wire-kit'
import type { ResponseFacts } from '../dialect/dialect.ts'

/** Writes `reasoning_details` as OpenRouter streams them: text beside the string field, and seals when a block ends (`writeSeals`). */
export interface DetailWriter {
  /** @param json - The text, already encoded as JSON. */
  text(json: string, kind: BlockKind | undefined, block: number): string
}

/** @returns Undefined for a dialect without details. */
export function createDetailWriter({ details, field }: ResponseFacts): DetailWriter | undefined {
  if (!details || field === 'parts') return undefined
  return {
    text: (json, kind, block) =>
      kind === 'summary'
        ? `[{"type":"reasoning.summary","summary":${json},"format":"unknown","index":${block}}]`
        : `[{"type":"reasoning.text","text":${json},"format":"unknown","index":${block}}]`,
  }
}

/** Returns the seals of a block that can be written: all with details, else only seals of a Reason gateway, which have no other place. */
export const writableSeals = (seals: readonly Seal[] = [], withDetails: boolean): readonly Seal[] =>
  withDetails ? seals : seals.filter(isSealedHere)

export const writeSeals = (seals: readonly Seal[], block: number): Record<string, unknown>[] => seals.map((seal) => writeSeal(seal, block))

/** Writes a seal. A signature belongs to the preceding text; any other value stands alone. */
function writeSeal({ kind, value, item }: Seal, index: number): Record<string, unknown> {
  if (kind === 'signature') return { type: 'reasoning.text', text: '', signature: value, format: 'unknown', index }
  return { type: 'reasoning.encrypted', data: value, ...(item !== undefined && { id: item }), format: 'unknown', index }
}
