import { allowsModel, type KeyRecord } from '@reason/keys'
import { isObject, type Json } from '../json.ts'

/** A model that a request names, beside `model` or in it. */
export interface NamedModel {
  /** Where, as in `tools[0].model`. */
  path: string
  /** Undefined: the field has another model chosen, and names none. */
  name: string | undefined
}

/** Fields whose texts name models, in any style of writing: `models`, `fallback_models`, `analysisModels`. Not `fallback_credit_token`. */
const namesModels = /model|fallback/i
const isNoName = /token/i

/** In an object that stands for one model: the field with its name. */
const ownName = /^models?(?:_?(?:name|id|list))?$/i

/** Other names of such fields. */
const otherNames: ReadonlySet<string> = new Set([
  'adapter_id',
  'agent_id',
  'deployment',
  'deployment_id',
  'deployment_name',
  'lora_path',
  'preset',
])

/** The same, at the top alone: further down they name search engines. */
const otherNamesAtTop: ReadonlySet<string> = new Set(['engine'])

/** Names of what a service keeps, with a model in it. */
const keptElsewhere: ReadonlySet<string> = new Set(['prompt_id'])

/** What is in these is the client's own: it names what it wants, and no service reads it as a setting. */
export const opaque: ReadonlySet<string> = new Set([
  '$defs',
  'answer_schema',
  'arguments',
  'args',
  'chat_template_args',
  'chat_template_kwargs',
  'guided_json',
  'input_examples',
  'input_schema',
  'json_schema',
  'metadata',
  'properties',
  'schema',
  'variables',
])

/** What was said. Settings stand in it as well: tools that come and go, and items that change the configuration. */
export const conversations: ReadonlySet<string> = new Set(['contents', 'input', 'instructions', 'messages', 'prompt', 'system'])

/** In a conversation: free JSON of calls and their results. */
const opaqueInConversation: ReadonlySet<string> = new Set([...opaque, 'input', 'output', 'parameters', 'response'])

/** Fields of a conversation in which settings stand. */
const settingsInConversation: ReadonlySet<string> = new Set(['tool', 'tools'])

/** Items of a conversation that are settings themselves. */
const settingItems: ReadonlySet<unknown> = new Set(['configuration_update'])

/** Plugins and server tools that ask a model of their own choice where none is named. */
const choosers: ReadonlySet<unknown> = new Set(['fusion', 'openrouter:advisor', 'openrouter:fusion', 'openrouter:subagent'])

/** Tools whose `parameters` are the schema of their arguments, and not settings. */
export const functionTypes: ReadonlySet<unknown> = new Set([undefined, null, 'function', 'custom'])

/** Lists every model that the settings of a request name, in any API's field. Text of the conversation is not searched. Linear in the size of the body. */
export function namedModels(json: Json): NamedModel[] {
  const found: NamedModel[] = []
  for (const [name, value] of Object.entries(json)) {
    if (otherNamesAtTop.has(name.toLowerCase())) readNames(value, name, found)
    else if (name === 'prompt' && isObject(value)) found.push({ path: 'prompt.id', name: undefined })
    else readField(name, value, name, found)
  }
  return found
}

/** A field of the settings. */
function readField(field: string, value: unknown, path: string, found: NamedModel[]): void {
  const name = field.toLowerCase()
  if (opaque.has(name)) return
  if (conversations.has(name)) return readConversation(value, path, found)
  const isName = (namesModels.test(name) && !isNoName.test(name)) || otherNames.has(name)
  if (keptElsewhere.has(name)) found.push({ path, name: undefined })
  else if (isName) readNames(value, path, found)
  else readSettings(value, path, found)
}

function readSettings(value: unknown, path: string, found: NamedModel[]): void {
  if (Array.isArray(value)) return value.forEach((one, index) => readSettings(one, `${path}[${index}]`, found))
  if (!isObject(value)) return
  if (choosers.has(value['type']) || choosers.has(value['id'])) {
    const { model } = isObject(value['parameters']) ? value['parameters'] : value
    if (typeof model !== 'string' || model === '') found.push({ path, name: undefined })
  }
  for (const [field, one] of Object.entries(value)) {
    if (field === 'parameters' && functionTypes.has(value['type'])) continue
    readField(field, one, `${path}.${field}`, found)
  }
}

/** Texts, lists of them, and maps to them; or objects with a field for the name and others beside it. */
function readNames(value: unknown, path: string, found: NamedModel[]): void {
  if (typeof value === 'string') {
    if (value !== '') for (const name of partsOf(value)) found.push({ path, name })
  } else if (Array.isArray(value)) value.forEach((one, index) => readNames(one, `${path}[${index}]`, found))
  else if (isObject(value)) {
    const isMap = !Object.keys(value).some((field) => ownName.test(field))
    for (const [field, one] of Object.entries(value)) {
      if (isMap && (typeof one === 'string' || isListOfNames(one))) readNames(one, `${path}.${field}`, found)
      else readField(field, one, `${path}.${field}`, found)
    }
  }
}

const isListOfNames = (value: unknown): boolean => Array.isArray(value) && value.some((one) => typeof one === 'string')

function readConversation(value: unknown, path: string, found: NamedModel[]): void {
  if (Array.isArray(value)) return value.forEach((one, index) => readConversation(one, `${path}[${index}]`, found))
  if (!isObject(value)) return
  if (settingItems.has(value['type'])) return readSettings(value, path, found)
  for (const [field, one] of Object.entries(value)) {
    if (settingsInConversation.has(field.toLowerCase())) readSettings(one, `${path}.${field}`, found)
    else if (!opaqueInConversation.has(field)) readConversation(one, `${path}.${field}`, found)
  }
}

/** LiteLLM takes several names with commas between, OpenRouter a preset behind a name. */
function partsOf(text: string): string[] {
  return text
    .split(',')
    .flatMap((one) => one.split(/(?=@preset\/)/))
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** A preset is allowed by a pattern for presets alone: what it is called says nothing of its model. */
const isPreset = (name: string): boolean => name.startsWith('@')

/** Whether a key's list has a name. What names none is not in it. */
export function isListed(models: NonNullable<KeyRecord['models']>, name: string | undefined): boolean {
  if (name === undefined) return false
  return allowsModel({ models: isPreset(name) ? models.filter(isPreset) : models }, name)
}
