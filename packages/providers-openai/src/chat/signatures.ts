import type { Seal } from '@reason/core/parts'
import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { getPath, withPath } from '../shared/paths.ts'

/** Keys of `extra_content` that may hold Google's signature: of its own APIs, and of Vertex. The first one is the default for writing. */
const names = ['google', 'vertex'] as const

const pathOf = (name: string): string => `${name}.thought_signature`

/** Reads Google's signature of a call or a message, in its OpenAI-compatible APIs. `item` of the seal names the key, unless it is the first one. */
export function readSignature(holder: Loose): Pick<Seal, 'value' | 'item'> | undefined {
  const extra = isLoose(holder.extra_content) ? holder.extra_content : {}
  for (const name of names) {
    const value = getPath(extra, pathOf(name))
    if (isText(value)) return { value, ...(name !== names[0] && { item: name }) }
  }
  return isText(holder.thought_signature) ? { value: holder.thought_signature } : undefined
}

/**
 * Tells whether Google marks a text as a thought: in its compatible APIs or, through some proxies, as in its own API.
 * Beside a signature the mark means only that the model thought, and the text is the answer, as in recordings of Gemini
 * 2.5.
 */
export function isGoogleThought({ thought, extra_content: extra }: Loose): boolean {
  const said = isLoose(extra) ? names.map((name) => extra[name]) : []
  return thought === true || said.some((of) => isLoose(of) && of.thought === true && isEmpty(of.thought_signature))
}

/** Removes signatures from fields. A seal has a single place, so that no copy of it is sent where it must not go. */
export const withoutSignatures = (fields: Loose): Loose =>
  fields.extra_content === undefined
    ? fields
    : names.reduce<Loose>((left, name) => withPath(left, `extra_content.${pathOf(name)}`, undefined), fields)

/** The one thought signature that Google's compatible API carries on a call or on a message. */
export const signatureIn = (seals: readonly Seal[] | undefined): Seal | undefined =>
  seals?.find((seal) => seal.kind === 'thought-signature')

/** @param beside - Other content of `extra_content`. */
export function signatureField(signature: Seal | undefined, beside?: unknown): { extra_content?: unknown } {
  if (signature === undefined) return {}
  return { extra_content: withPath(isLoose(beside) ? beside : {}, pathOf(nameOf(signature)), signature.value) }
}

export const writeSignature = (signature: Seal): string => `"extra_content":${JSON.stringify(signatureField(signature).extra_content)}`

const nameOf = ({ item }: Seal): string => names.find((name) => name === item) ?? names[0]
