import type { Usage } from '@reason/core/parts'
import { asList, asLoose, isText } from '../values/loose.ts'
import { tokenCount } from './usage.ts'

/** Google's lists of counts by modality, in Gemini and in Interactions. */
const lists = {
  input: ['promptTokensDetails', 'input_tokens_by_modality'],
  output: ['candidatesTokensDetails', 'responseTokensDetails', 'output_tokens_by_modality'],
}

/** Returns the tokens of sound in Google's usage. Undefined if it reports none. */
export function audioTokens({ raw }: Usage, which: keyof typeof lists): number | undefined {
  const counts = lists[which]
    .flatMap((name) => asList(asLoose(raw)[name]))
    .map(asLoose)
    .filter(({ modality }) => isText(modality) && modality.toLowerCase() === 'audio')
    .map(({ tokenCount: count, tokens }) => tokenCount(count ?? tokens) ?? 0)
  return counts.length === 0 ? undefined : counts.reduce((all, count) => all + count, 0)
}
