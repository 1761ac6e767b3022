import type { Seal } from '@reason/core/parts'
import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { getPath, withPath } from '../shared/paths.ts'

/** Under which names of `extra_content` a signature of Google stands: its own APIs, and those of Vertex. The first is written where no name is known. */
const names = ['google', 'vertex'] as const

const pathOf = (name: string): string => `${name}.thought_signature`

/** Google's signature of a call or a message, in its OpenAI-compatible APIs. `item` of the seal says where it stood, other than under the first name. */
export function readSignature(holder: Loose): Pick<Seal, 'value' | 'item'> | undefined {
  const extra = isLoose(holder.extra_content) ? holder.extra_content : {}
  for (const name of names) {
    const value = getPath(extra, pathOf(name))
    if (isText(value)) return { value, ...(name !== names[0] && { item: name }) }
  }
  return isText(holder.thought_signature) ? { value: holder.thought_signature } : undefined
}

/**
 * Whether Google says beside a text that it is of a thought: in its compatible APIs, or, through some proxies, as its own API does. Beside a signature
 * it says that the model thought, and the text is the answer: so in recordings of Gemini 2.5.
 */
export function isGoogleThought({ thought, extra_content: extra }: Loose): boolean {
  const said = isLoose(extra) ? names.map((name) => extra[name]) : []
  return thought === true || said.some((of) => isLoose(of) && of.thought === true && isEmpty(of.thought_signature))
}

/** A seal is in one place only: where it may not go, no copy of it may. */
export const withoutSignatures = (fields: Loose): Record<string, unknown> =>
  names.reduce<Loose>((left, name) => withPath(left, `extra_content.${pathOf(name)}`, undefined), fields) as Record<string, unknown>

/** The one thought signature that Google's compatible API carries on a call or on a message. */
export const signatureIn = (seals: readonly Seal[] | undefined): Seal | undefined =>
  seals?.find((seal) => seal.kind === 'thought-signature')

/** @param beside - What else the field holds. */
export function signatureField(signature: Seal | undefined, beside?: unknown): { extra_content?: unknown } {
  if (signature === undefined) return {}
  return { extra_content: withPath(isLoose(beside) ? beside : {}, pathOf(nameOf(signature)), signature.value) }
}

export const writeSignature = (signature: Seal): string => `"extra_content":${JSON.stringify(signatureField(signature).extra_content)}`

const nameOf = ({ item }: Seal): string => names.find((name) => name === item) ?? names[0]
