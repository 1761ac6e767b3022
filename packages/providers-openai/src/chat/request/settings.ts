import type { Conversation, Sampling } from '@reason/core/conversation'
import { defined, isLoose, isText, readMetadata, type Loose } from '@reason/wire-kit'
import { readResponseFormat, writeResponseFormat } from '../../shared/response-format.ts'
import { readUser, type UserField } from '../../shared/user.ts'
import { withExtraBody } from './extra-body.ts'
import { toolChoiceOf } from '../old-functions.ts'
import { readToolChoice, writeToolChoice } from './tools.ts'

/** Settings of a request besides its messages. */
export type ChatSettings = Omit<Conversation, 'messages'>

/** A setting: the fields that hold it, and how to read and write them. */
export interface Setting {
  fields: readonly string[]
  read(body: Loose): unknown
  of(settings: ChatSettings): unknown
  write(value: unknown): Record<string, unknown>
}

/** A setting of the sampling. @param fields - The first that has a number counts. */
const sampled = (name: keyof Sampling, fields: readonly string[], written = fields[0]!): Setting => ({
  fields,
  read: (body) => fields.map((field) => body[field]).find((value) => typeof value === 'number'),
  of: ({ sampling }) => sampling?.[name],
  write: (value) => ({ [written]: value }),
})

/** @param write - Returns the value of the field. Default: the setting itself. */
const setting = <Name extends Exclude<keyof ChatSettings, 'sampling'>>(
  name: Name,
  fields: readonly string[],
  read: (body: Loose) => ChatSettings[Name] | undefined,
  write: (value: NonNullable<ChatSettings[Name]>) => unknown = (value) => value,
  written = fields[0]!,
): Setting => ({
  fields,
  read,
  of: (settings) => settings[name],
  write: (value) => ({ [written]: write(value as NonNullable<ChatSettings[Name]>) }),
})

/** `max_completion_tokens` counts the reasoning, and `max_tokens` is its old name. If both are present, the new one wins. */
export const maxTokenFields = ['max_completion_tokens', 'max_tokens'] as const

/** The name that vLLM and many others use, and llama.cpp's name. */
const repetitionFields = ['repetition_penalty', 'repeat_penalty'] as const

/** Names of settings that differ between targets. */
interface SettingNames {
  maxTokens?: string
  repetition?: string
  seed?: string
  user?: UserField
}

const ready = new WeakMap<SettingNames, Record<string, Setting>>()

/** The settings of a dialect, created once. */
export function settingsFor(names: SettingNames): Record<string, Setting> {
  let settings = ready.get(names)
  if (settings === undefined) ready.set(names, (settings = settingsNamed(names)))
  return settings
}

function settingsNamed({ maxTokens = 'max_tokens', repetition, seed, user = 'user' }: SettingNames): Record<string, Setting> {
  return {
    maxOutputTokens: sampled('maxOutputTokens', maxTokenFields, maxTokens),
    temperature: sampled('temperature', ['temperature']),
    topP: sampled('topP', ['top_p']),
    topK: sampled('topK', ['top_k']),
    frequencyPenalty: sampled('frequencyPenalty', ['frequency_penalty']),
    presencePenalty: sampled('presencePenalty', ['presence_penalty']),
    minP: sampled('minP', ['min_p']),
    repetitionPenalty: sampled('repetitionPenalty', repetitionFields, repetition),
    seed: sampled('seed', ['seed', 'random_seed'], seed),
    choices: sampled('choices', ['n']),
    stop: {
      fields: ['stop'],
      read: ({ stop }) => readStop(stop),
      of: ({ sampling }) => (sampling?.stop?.length === 0 ? undefined : sampling?.stop),
      write: (stop) => ({ stop }),
    },
    toolChoice: setting('toolChoice', ['tool_choice'], (body) => readToolChoice(toolChoiceOf(body)), writeToolChoice),
    parallelToolCalls: setting('parallelToolCalls', ['parallel_tool_calls'], (body) => flagIn(body.parallel_tool_calls)),
    responseFormat: setting('responseFormat', ['response_format'], readFormat, (format) =>
      writeResponseFormat(format, (schema) => ({ json_schema: schema })),
    ),
    stream: setting('stream', ['stream'], ({ stream }) => flagIn(stream)),
    metadata: setting('metadata', ['metadata'], ({ metadata }) => readMetadata(metadata)),
    user: setting('user', ['safety_identifier', 'user'], readUser, undefined, user),
  }
}

const { toolChoice, parallelToolCalls, responseFormat, stream, metadata, user, ...samplings } = settingsFor({})
const others = { toolChoice, parallelToolCalls, responseFormat, stream, metadata, user }

export function readSettings(request: Loose): ChatSettings {
  const body = withExtraBody(request)
  const read = (settings: Record<string, Setting | undefined>) =>
    defined(Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting!.read(body)])))
  const sampling: Sampling = read(samplings)
  return { ...read(others), ...(Object.keys(sampling).length > 0 && { sampling }) }
}

function readFormat({ response_format: format }: Loose): Conversation['responseFormat'] {
  return isLoose(format) ? readResponseFormat(format, format.json_schema) : undefined
}

/** Reads stop sequences without empty texts, which the forms of chat clients may leave. Empty texts stop nothing, and providers refuse them. */
function readStop(stop: unknown): readonly string[] | undefined {
  if (isText(stop)) return [stop]
  const texts = Array.isArray(stop) && stop.every((one) => typeof one === 'string') ? stop.filter(isText) : []
  return texts.length > 0 ? texts : undefined
}

function flagIn(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
