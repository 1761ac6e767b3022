import type { Seal } from '@reason/core/parts'
import { getPath, withPath, asList, asLoose, isEmpty, isLoose, isText, signatureInCallId, type Loose } from '@reason/wire-kit'

/** Keys of `extra_content` that may hold Google's signature: of its own APIs, and of Vertex. The first one is the default for writing. */
const names = ['google', 'vertex'] as const

/** LiteLLM's field for it: on calls, on their functions and, as a list, on messages. */
const ofRouter = 'provider_specific_fields'

const pathOf = (name: string): string => `${name}.thought_signature`

/**
 * Reads Google's signature of a call or a message, in its OpenAI-compatible APIs and as LiteLLM passes it on. `item` of
 * the seal names the key, unless it is the first one.
 */
export function readSignature(holder: Loose): Pick<Seal, 'value' | 'item'> | undefined {
  const extra = isLoose(holder.extra_content) ? holder.extra_content : {}
  for (const name of names) {
    const value = getPath(extra, pathOf(name))
    if (isText(value)) return { value, ...(name !== names[0] && { item: name }) }
  }
  if (isText(holder.thought_signature)) return { value: holder.thought_signature }
  const routed = [holder, asLoose(holder.function)].map((of) => routedIn(of[ofRouter])).find((value) => value !== undefined)
  const value = routed ?? (isText(holder.id) ? signatureInCallId(holder.id) : undefined)
  return value === undefined ? undefined : { value, item: ofRouter }
}

function routedIn(fields: unknown): string | undefined {
  const { thought_signature: one, thought_signatures: all } = asLoose(fields)
  return [one, asList(all)[0]].find(isText)
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
export function withoutSignatures(fields: Loose): Loose {
  const paths = [
    ...(fields.extra_content === undefined ? [] : names.map((name) => `extra_content.${pathOf(name)}`)),
    ...(routedIn(fields[ofRouter]) === undefined ? [] : ['thought_signature', 'thought_signatures'].map((name) => `${ofRouter}.${name}`)),
  ]
  return paths.reduce<Loose>((left, path) => withPath(left, path, undefined), fields)
}

/** The one thought signature that Google's compatible API carries on a call or on a message. */
export const signatureIn = (seals: readonly Seal[] | undefined): Seal | undefined =>
  seals?.find((seal) => seal.kind === 'thought-signature')

/** @param beside - Other content of `extra_content`. */
export function signatureField(signature: Seal | undefined, beside?: unknown): { extra_content?: unknown } {
  if (signature === undefined) return {}
  return { extra_content: withPath(isLoose(beside) ? beside : {}, pathOf(nameOf(signature)), signature.value) }
}

/**
 * Writes a signature for a server of unknown provider in the field from which it came.
 *
 * @param name - LiteLLM's key: a list on messages.
 */
export function returnedSignature(signature: Seal, fields: Loose, name: 'thought_signature' | 'thought_signatures'): Loose {
  if (signature.item !== ofRouter) return signatureField(signature, fields.extra_content)
  const value = name === 'thought_signature' ? signature.value : [signature.value]
  return { [ofRouter]: { ...asLoose(fields[ofRouter]), [name]: value } }
}

export const writeSignature = (signature: Seal): string => `"extra_content":${JSON.stringify(signatureField(signature).extra_content)}`

const nameOf = ({ item }: Seal): string => names.find((name) => name === item) ?? names[0]
