import type { Conversation, Sampling } from '@reason/core/conversation'
import { defined, isText, type Loose, type LostSettingName } from '@reason/wire-kit'
import { getPath } from '../../shared/request-fields.ts'
import { toJsonSchema } from '../../shared/schema.ts'

type Settings = Pick<Conversation, 'toolChoice' | 'sampling' | 'responseFormat'>

/** A setting: the paths that hold it, and how to read and write them. */
export interface Setting {
  paths: readonly string[]
  read(body: Loose): unknown
  of(settings: Settings): unknown
  write(value: never): readonly (readonly [path: string, value: unknown])[]
}

const samplings: readonly [keyof Sampling, string][] = [
  ['maxOutputTokens', 'maxOutputTokens'],
  ['temperature', 'temperature'],
  ['topP', 'topP'],
  ['topK', 'topK'],
  ['frequencyPenalty', 'frequencyPenalty'],
  ['presencePenalty', 'presencePenalty'],
  ['seed', 'seed'],
  ['choices', 'candidateCount'],
]

/** Settings that Gemini has a field for. */
export const known: readonly LostSettingName[] = [...samplings.map(([name]) => name), 'stop']

const stopPath = 'generationConfig.stopSequences'
const choicePath = 'toolConfig.functionCallingConfig'
const format = {
  mime: 'generationConfig.responseMimeType',
  schema: 'generationConfig.responseJsonSchema',
  old: 'generationConfig.responseSchema',
}

export const settings: readonly Setting[] = [
  ...samplings.map(([name, field]): Setting => ({
    paths: [`generationConfig.${field}`],
    read: (body) => numberAt(body, `generationConfig.${field}`),
    of: ({ sampling }) => sampling?.[name],
    write: (value) => [[`generationConfig.${field}`, value]],
  })),
  {
    paths: [stopPath],
    read: readStop,
    of: ({ sampling }) => (sampling?.stop?.length === 0 ? undefined : sampling?.stop),
    write: (value) => [[stopPath, value]],
  },
  {
    paths: [`${choicePath}.mode`, `${choicePath}.allowedFunctionNames`],
    read: readChoice,
    of: ({ toolChoice }) => toolChoice,
    write: (choice: NonNullable<Conversation['toolChoice']>) =>
      typeof choice === 'string'
        ? [[`${choicePath}.mode`, choice === 'required' ? 'ANY' : choice.toUpperCase()]]
        : [
            [`${choicePath}.mode`, 'ANY'],
            [`${choicePath}.allowedFunctionNames`, [choice.name]],
          ],
  },
  {
    paths: Object.values(format),
    read: readFormat,
    of: ({ responseFormat }) => responseFormat && plainFormat(responseFormat),
    write: (value: NonNullable<Conversation['responseFormat']>) => [
      [format.mime, 'application/json'],
      ...(value.type === 'json' ? [] : ([[format.schema, value.schema]] as const)),
    ],
  },
]

export function readSettings(body: Loose): Settings {
  const numbers = samplings.map(([name, field]) => [name, numberAt(body, `generationConfig.${field}`)] as const)
  const sampling: Sampling = defined({ ...Object.fromEntries(numbers), stop: readStop(body) })
  return {
    ...defined({ toolChoice: readChoice(body), responseFormat: readFormat(body) }),
    ...(Object.keys(sampling).length > 0 && { sampling }),
  }
}

function readStop(body: Loose): readonly string[] | undefined {
  const stop = getPath(body, stopPath)
  return Array.isArray(stop) && stop.length > 0 && stop.every(isText) ? stop : undefined
}

/** Reads a tool choice. A list of several allowed names stays unchanged, as it has no neutral form. */
function readChoice(body: Loose): Conversation['toolChoice'] {
  const mode = getPath(body, `${choicePath}.mode`)
  const names = getPath(body, `${choicePath}.allowedFunctionNames`)
  if (mode === 'AUTO' || mode === 'VALIDATED') return 'auto'
  if (mode === 'NONE') return 'none'
  if (mode !== 'ANY') return undefined
  if (names === undefined || names === null) return 'required'
  if (!Array.isArray(names)) return undefined
  return names.length === 1 && isText(names[0]) ? { name: names[0] } : 'required'
}

function readFormat(body: Loose): Conversation['responseFormat'] {
  if (getPath(body, format.mime) !== 'application/json') return undefined
  const [schema, old] = [getPath(body, format.schema), getPath(body, format.old)]
  if (schema !== undefined && schema !== null) return { type: 'json-schema', schema }
  return old === undefined || old === null ? { type: 'json' } : { type: 'json-schema', schema: toJsonSchema(old) }
}

/** Removes the name and the strictness of a schema. Google has no name for it, and every schema is strict. */
const plainFormat = (value: NonNullable<Conversation['responseFormat']>) =>
  value.type === 'json' ? { type: 'json' as const } : { type: value.type, schema: value.schema }

function numberAt(body: Loose, path: string): number | undefined {
  const value = getPath(body, path)
  return typeof value === 'number' ? value : undefined
}
