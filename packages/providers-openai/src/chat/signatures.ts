import type { Seal } from '@reason/core'

/** The one thought signature that Google's compatible API carries on a call or on a message. */
export const signatureIn = (seals: readonly Seal[] | undefined): string | undefined =>
  seals?.find((seal) => seal.kind === 'thought-signature')?.value

export const writeSignature = (signature: string): string => `"extra_content":{"google":{"thought_signature":${JSON.stringify(signature)}}}`
