import type { Conversation, Sampling } from '@reason/core/conversation'
import { defined, isLoose, isText, readMetadata, type Loose } from '@reason/wire-kit'
import { readUser, type UserField } from '../../shared/user.ts'
import { withExtraBody } from './extra-body.ts'
import { toolChoiceOf } from '../old-functions.ts'
import { readToolChoice, writeToolChoice } from './tools.ts'

/** Settings of a request besides its messages, tools and knobs. */
export type ChatSettings = Pick<
  Conversation,
  'toolChoice' | 'parallelToolCalls' | 'sampling' | 'responseFormat' | 'stream' | 'metadata' | 'user'
>

/** A setting: the fields that hold it, and how to read and write them. */
export interface Setting<Value = unknown> {
  fields: readonly string[]
  read(body: Loose): Value | undefined
  of(settings: ChatSettings): Value | undefined
  write(value: Value): Record<string, unknown>
}

const setting = <Value>(row: Setting<Value>): Setting => row as Setting

const sampled = <Name extends keyof Sampling>(name: Name, field: string): Setting =>
  setting<number>({
    fields: [field],
    read: (body) => numberIn(body, field),
    of: ({ sampling }) => sampling?.[name] as number | undefined,
    write: (value) => ({ [field]: value }),
  })

const flag = (name: 'parallelToolCalls' | 'stream', field: string): Setting =>
  setting<boolean>({
    fields: [field],
    read: (body) => (typeof body[field] === 'boolean' ? body[field] : undefined),
    of: (settings) => settings[name],
    write: (value) => ({ [field]: value }),
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

function settingsNamed({
  maxTokens = 'max_tokens',
  seed = 'seed',
  user = 'user',
  repetition = 'repetition_penalty',
}: SettingNames): Record<string, Setting> {
  return {
    maxOutputTokens: setting<number>({
      fields: maxTokenFields,
      read: (body) => numberIn(body, 'max_completion_tokens') ?? numberIn(body, 'max_tokens'),
      of: ({ sampling }) => sampling?.maxOutputTokens,
      write: (value) => ({ [maxTokens]: value }),
    }),
    temperature: sampled('temperature', 'temperature'),
    topP: sampled('topP', 'top_p'),
    topK: sampled('topK', 'top_k'),
    frequencyPenalty: sampled('frequencyPenalty', 'frequency_penalty'),
    presencePenalty: sampled('presencePenalty', 'presence_penalty'),
    minP: sampled('minP', 'min_p'),
    repetitionPenalty: setting<number>({
      fields: repetitionFields,
      read: (body) => numberIn(body, 'repetition_penalty') ?? numberIn(body, 'repeat_penalty'),
      of: ({ sampling }) => sampling?.repetitionPenalty,
      write: (value) => ({ [repetition]: value }),
    }),
    seed: setting<number>({
      fields: ['seed', 'random_seed'],
      read: (body) => numberIn(body, 'seed') ?? numberIn(body, 'random_seed'),
      of: ({ sampling }) => sampling?.seed,
      write: (value) => ({ [seed]: value }),
    }),
    choices: sampled('choices', 'n'),
    stop: setting<readonly string[]>({
      fields: ['stop'],
      read: ({ stop }) => readStop(stop),
      of: ({ sampling }) => (sampling?.stop?.length === 0 ? undefined : sampling?.stop),
      write: (stop) => ({ stop }),
    }),
    toolChoice: setting<NonNullable<Conversation['toolChoice']>>({
      fields: ['tool_choice'],
      read: (body) => readToolChoice(toolChoiceOf(body)),
      of: ({ toolChoice }) => toolChoice,
      write: (choice) => ({ tool_choice: writeToolChoice(choice) }),
    }),
    parallelToolCalls: flag('parallelToolCalls', 'parallel_tool_calls'),
    responseFormat: setting<NonNullable<Conversation['responseFormat']>>({
      fields: ['response_format'],
      read: (body) => readResponseFormat(body.response_format),
      of: ({ responseFormat }) => responseFormat,
      write: (format) => ({ response_format: writeResponseFormat(format) }),
    }),
    stream: flag('stream', 'stream'),
    metadata: setting<NonNullable<Conversation['metadata']>>({
      fields: ['metadata'],
      read: ({ metadata }) => readMetadata(metadata),
      of: ({ metadata }) => metadata,
      write: (metadata) => ({ metadata }),
    }),
    user: setting<string>({
      fields: ['safety_identifier', 'user'],
      read: readUser,
      of: (settings) => settings.user,
      write: (value) => ({ [user]: value }),
    }),
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

function readResponseFormat(value: unknown): Conversation['responseFormat'] {
  if (!isLoose(value)) return undefined
  if (value.type === 'json_object') return { type: 'json' }
  const format = value.json_schema
  if (value.type !== 'json_schema' || !isLoose(format)) return undefined
  return {
    type: 'json-schema',
    schema: format.schema,
    ...(isText(format.name) && { name: format.name }),
    ...(typeof format.strict === 'boolean' && { strict: format.strict }),
  }
}

function writeResponseFormat(format: NonNullable<Conversation['responseFormat']>): unknown {
  if (format.type === 'json') return { type: 'json_object' }
  const { schema, name = 'answer', strict } = format
  return { type: 'json_schema', json_schema: { name, schema, ...(strict !== undefined && { strict }) } }
}

/** Reads stop sequences without empty texts, which the forms of chat clients may leave. Empty texts stop nothing, and providers refuse them. */
function readStop(stop: unknown): readonly string[] | undefined {
  if (isText(stop)) return [stop]
  const texts = Array.isArray(stop) && stop.every((one) => typeof one === 'string') ? stop.filter(isText) : []
  return texts.length > 0 ? texts : undefined
}

const numberIn = (body: Loose, field: string): number | undefined => (typeof body[field] === 'number' ? body[field] : undefined)
