import type { BlockKind, Seal } from '@reason/core/parts'
import { isSealedHere } from '@reason/wire-kit'
import type { ResponseFacts } from '../dialect/dialect.ts'

/** `reasoning_details` as OpenRouter streams them: the text beside the string field, seals when a block ends (`writeSeals`). */
export interface DetailWriter {
  /** @param json - The text, already JSON. */
  text(json: string, kind: BlockKind | undefined, block: number): string
}

/** @returns Undefined for a dialect that has no details. */
export function createDetailWriter({ details, field }: ResponseFacts): DetailWriter | undefined {
  if (!details || field === 'parts') return undefined
  return {
    text: (json, kind, block) =>
      kind === 'summary'
        ? `[{"type":"reasoning.summary","summary":${json},"format":"unknown","index":${block}}]`
        : `[{"type":"reasoning.text","text":${json},"format":"unknown","index":${block}}]`,
  }
}

/** Those of a block's seals that can be written: all where there are details, and else what a gateway of ours sealed, which has no other place. */
export const writableSeals = (seals: readonly Seal[] = [], withDetails: boolean): readonly Seal[] =>
  withDetails ? seals : seals.filter(isSealedHere)

export const writeSeals = (seals: readonly Seal[], block: number): Record<string, unknown>[] => seals.map((seal) => writeSeal(seal, block))

/** A signature belongs to the text that came before it; every other value stands alone. */
function writeSeal({ kind, value, item }: Seal, index: number): Record<string, unknown> {
  if (kind === 'signature') return { type: 'reasoning.text', text: '', signature: value, format: 'unknown', index }
  return { type: 'reasoning.encrypted', data: value, ...(item !== undefined && { id: item }), format: 'unknown', index }
}
