import type { Conversation, Sampling } from '@reason/core/conversation'
import { defined, isLoose, isSame, readMetadata, type Loose, type LostSettingName } from '@reason/wire-kit'
import { readResponseFormat, writeResponseFormat } from '../../shared/response-format.ts'
import { readUser, type UserField } from '../../shared/user.ts'
import { readToolChoice, writeToolChoice } from './tools.ts'

/** Settings of a request besides its messages. */
export type ResponsesSettings = Omit<Conversation, 'messages'>

/** Settings that the format has a field for. */
export const known: readonly LostSettingName[] = ['maxOutputTokens', 'temperature', 'topP', 'metadata', 'user']

interface Setting {
  field: string
  read(value: unknown): unknown
  of(settings: ResponsesSettings): unknown
  /** @param before - Previous value of the field. */
  write(value: never, before: unknown): unknown
}

const number = (name: keyof Sampling, field: string): Setting => ({
  field,
  read: (value) => (typeof value === 'number' ? value : undefined),
  of: ({ sampling }) => sampling?.[name],
  write: (value: number) => value,
})

const flag = (name: 'parallelToolCalls' | 'stream', field: string): Setting => ({
  field,
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  of: (settings) => settings[name],
  write: (value: boolean) => value,
})

const rows: readonly Setting[] = [
  number('maxOutputTokens', 'max_output_tokens'),
  number('temperature', 'temperature'),
  number('topP', 'top_p'),
  {
    field: 'tool_choice',
    read: readToolChoice,
    of: ({ toolChoice }) => toolChoice,
    write: writeToolChoice,
  },
  flag('parallelToolCalls', 'parallel_tool_calls'),
  {
    field: 'text',
    read: (text) => (isLoose(text) ? readResponseFormat(text.format, text.format) : undefined),
    of: ({ responseFormat }) => responseFormat,
    write: (format: NonNullable<Conversation['responseFormat']>, before) => ({
      ...(isLoose(before) && before),
      format: writeResponseFormat(format, (members) => members),
    }),
  },
  flag('stream', 'stream'),
  {
    field: 'metadata',
    read: readMetadata,
    of: ({ metadata }) => metadata,
    write: (metadata: NonNullable<Conversation['metadata']>) => metadata,
  },
]

export function readSettings(body: Loose): ResponsesSettings {
  const value = (field: string) => rows.find((setting) => setting.field === field)!.read(body[field])
  const sampling = defined({
    maxOutputTokens: value('max_output_tokens'),
    temperature: value('temperature'),
    topP: value('top_p'),
  }) as Sampling
  const settings = defined({
    toolChoice: value('tool_choice'),
    parallelToolCalls: value('parallel_tool_calls'),
    responseFormat: value('text'),
    stream: value('stream'),
    metadata: value('metadata'),
    user: readUser(body),
  }) as ResponsesSettings
  return { ...settings, ...(Object.keys(sampling).length > 0 && { sampling }) }
}

/** @param body - Fields as they were read. Fields that still match the conversation stay unchanged. */
export function writeSettings(body: Record<string, unknown>, conversation: ResponsesSettings, userField: UserField): void {
  if (readUser(body) !== conversation.user) {
    for (const field of ['safety_identifier', 'user']) delete body[field]
    if (conversation.user !== undefined) body[userField] = conversation.user
  }
  for (const { field, read, of, write } of rows) {
    const value = of(conversation)
    if (isSame(read(body[field]), value)) continue
    if (value !== undefined) body[field] = write(value as never, body[field])
    else if (field === 'text' && isLoose(body[field])) {
      const { format: _, ...rest } = body[field]
      body[field] = rest
    } else delete body[field]
  }
}
