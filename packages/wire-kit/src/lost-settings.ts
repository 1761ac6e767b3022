import type { Conversation, Sampling } from '@reason/core/conversation'

/** What a conversation says of itself and of sampling, under one name for all formats. */
export type SettingName = keyof Sampling | 'metadata' | 'user'

/** What a note calls it, in the order of notes. */
const words: Readonly<Record<SettingName, string>> = {
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

/** Values that ask for nothing: clients send them without being told to. */
const isNothing: { readonly [Name in SettingName]?: (value: unknown) => boolean } = {
  frequencyPenalty: (value) => value === 0,
  presencePenalty: (value) => value === 0,
  minP: (value) => value === 0,
  repetitionPenalty: (value) => value === 1,
  stop: (value) => (value as readonly string[]).length === 0,
  choices: (value) => (value as number) <= 1,
}

/** Whether a setting is there, and asks for something. */
export const isAsked = (name: SettingName, value: unknown): boolean => value !== undefined && isNothing[name]?.(value) !== true

/**
 * What a conversation asks for and a format has no field for, in words.
 *
 * @param has - The settings that the format has a field for.
 */
export function lostSettings({ sampling, metadata, user }: Conversation, has: readonly SettingName[]): string[] {
  const asked: { readonly [Name in SettingName]?: unknown } = { ...sampling, metadata, user }
  return (Object.keys(words) as SettingName[]).flatMap((name) => (isAsked(name, asked[name]) && !has.includes(name) ? [words[name]] : []))
}
