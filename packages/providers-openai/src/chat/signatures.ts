import type { Seal } from '@reason/core'
import { isLoose } from '@reason/core/wire-kit'
import { withPath } from './request/fields.ts'

/** The one thought signature that Google's compatible API carries on a call or on a message. */
export const signatureIn = (seals: readonly Seal[] | undefined): string | undefined =>
  seals?.find((seal) => seal.kind === 'thought-signature')?.value

/** @param beside - What else the field holds. */
export function signatureField(signature: string | undefined, beside?: unknown): { extra_content?: unknown } {
  if (signature === undefined) return {}
  return { extra_content: withPath(isLoose(beside) ? beside : {}, 'google.thought_signature', signature) }
}

export const writeSignature = (signature: string): string => `"extra_content":{"google":{"thought_signature":${JSON.stringify(signature)}}}`
