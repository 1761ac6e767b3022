import type { Conversation, Sampling } from '@reason/core/conversation'

/** Name of a setting, of the metadata, or of the user, the same for all formats. */
export type LostSettingName = keyof Sampling | 'metadata' | 'user'

/** Description of each setting for notes, in the order of notes. */
const words: Readonly<Record<LostSettingName, string>> = {
  maxOutputTokens: 'a limit of the output',
  temperature: 'a temperature',
  topP: 'top-p',
  topK: 'top-k',
  frequencyPenalty: 'a frequency penalty',
  presencePenalty: 'a presence penalty',
  minP: 'min-p',
  repetitionPenalty: 'a repetition penalty',
  seed: 'a seed',
  stop: 'stop sequences',
  choices: 'several generations',
  metadata: 'metadata',
  user: 'the id of the user',
}

/** Checks for values without effect, which clients send by default. */
const isNothing: { readonly [Name in LostSettingName]?: (value: unknown) => boolean } = {
  frequencyPenalty: (value) => value === 0,
  presencePenalty: (value) => value === 0,
  minP: (value) => value === 0,
  repetitionPenalty: (value) => value === 1,
  stop: (value) => (value as readonly string[]).length === 0,
  choices: (value) => (value as number) <= 1,
}

/** True if a setting is present and has an effect. */
export const isAsked = (name: LostSettingName, value: unknown): boolean => value !== undefined && isNothing[name]?.(value) !== true

/**
 * Describes the settings of a conversation that a format has no field for.
 *
 * @param has - Settings that the format has a field for.
 */
export function lostSettings({ sampling, metadata, user }: Conversation, has: readonly LostSettingName[]): string[] {
  const asked: { readonly [Name in LostSettingName]?: unknown } = { ...sampling, metadata, user }
  return (Object.keys(words) as LostSettingName[]).flatMap((name) =>
    isAsked(name, asked[name]) && !has.includes(name) ? [words[name]] : [],
  )
}
