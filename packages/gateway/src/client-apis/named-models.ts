import { allowsModel, type KeyRecord } from '@reason/keys'
import { isObject, type Json } from '../json.ts'

/** A model that a request names, in `model` or elsewhere. */
export interface NamedModel {
  /** Path of the field, as in `tools[0].model`. */
  path: string
  /** Undefined: the service chooses the model, and the field does not name it. */
  name: string | undefined
}

/** Fields whose texts name models, in any case style: `models`, `fallback_models`, `analysisModels`. Not `fallback_credit_token`. */
const namesModels = /model|fallback/i
const isNoName = /token/i

/** The field with the name, in an object that describes one model. */
const ownName = /^models?(?:_?(?:name|id|list))?$/i

/** Other names of fields with a model. */
const otherNames: ReadonlySet<string> = new Set(
  'adapter_id adapters agent_id deployment deployment_id deployment_name lora_path preset tensorzero::variant_name'.split(' '),
)

/** Fields with a model at the top level only. Deeper fields with these names mean search engines. */
const otherNamesAtTop: ReadonlySet<string> = new Set(['engine'])

/** Field whose contents are merged into the request. */
export const merged = 'extra_body'

/** Fields that reference an object stored by a service, which contains a model. */
const keptElsewhere: ReadonlySet<string> = new Set(['prompt_id'])

/** Fields with the client's own data. No service reads settings in them. */
export const opaque: ReadonlySet<string> = new Set(
  (
    '$defs answer_schema arguments args chat_template_args chat_template_kwargs guided_json input_examples ' +
    'input_schema json_schema metadata properties schema variables'
  ).split(' '),
)

/** Fields with conversation content. They also contain settings: tools that change, and items that change the configuration. */
export const conversations: ReadonlySet<string> = new Set(['contents', 'input', 'instructions', 'messages', 'prompt', 'system'])

/** Fields of a conversation with free JSON, such as arguments and results of calls. */
const opaqueInConversation: ReadonlySet<string> = new Set([...opaque, 'input', 'output', 'parameters', 'response'])

/** Fields of a conversation that contain settings. */
const settingsInConversation: ReadonlySet<string> = new Set(['tool', 'tools'])

/** Items of a conversation that are settings. */
const settingItems: ReadonlySet<unknown> = new Set(['configuration_update'])

/** Plugins and server tools that choose a model themselves if none is named. */
const choosers: ReadonlySet<unknown> = new Set([
  'fusion',
  ...['advisor', 'fusion', 'image_generation', 'subagent'].map((tool) => `openrouter:${tool}`),
])

/** Types of tools whose `parameters` are a schema of arguments, not settings. */
export const functionTypes: ReadonlySet<unknown> = new Set([undefined, null, 'function', 'custom'])

/** Maximum number of models that a request of a key with a list may name. Each is compared with every pattern of the list. */
export const mostNamed = 1000

/**
 * Lists the models that the settings of a request name, in any API's field, up to one more than `mostNamed`. Text of the conversation is not
 * searched. Linear in the size of the body.
 */
export function namedModels(json: Json): NamedModel[] {
  const found: NamedModel[] = []
  readTop(json, '', found)
  return found
}

function readTop(json: Json, before: string, found: NamedModel[]): void {
  for (const [name, value] of Object.entries(json)) {
    const path = before + name
    if (otherNamesAtTop.has(name.toLowerCase())) readNames(value, path, found)
    else if (name === 'prompt' && isObject(value)) found.push({ path: `${path}.id`, name: undefined })
    else if (name === merged && isObject(value)) readTop(value, `${path}.`, found)
    else readField(name, value, path, found)
  }
}

function readField(field: string, value: unknown, path: string, found: NamedModel[]): void {
  const name = field.toLowerCase()
  if (opaque.has(name)) return
  if (conversations.has(name)) return settingsIn(value, path, (settings, at) => readSettings(settings, at, found))
  const isName = (namesModels.test(name) && !isNoName.test(name)) || otherNames.has(name)
  if (keptElsewhere.has(name)) found.push({ path, name: undefined })
  else if (isName) readNames(value, path, found)
  else readSettings(value, path, found)
}

function readSettings(value: unknown, path: string, found: NamedModel[]): void {
  if (Array.isArray(value)) return forEachObject(value, path, (one, at) => readSettings(one, at, found))
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

/** Reads texts, and lists or maps of them. Also reads objects with a field for the name among others. */
function readNames(value: unknown, path: string, found: NamedModel[]): void {
  if (found.length > mostNamed) return
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

/** Calls back for the settings in a conversation: tools that change, and items that change the configuration. */
export function settingsIn(value: unknown, path: string, read: (settings: unknown, path: string) => void): void {
  if (Array.isArray(value)) return forEachObject(value, path, (one, at) => settingsIn(one, at, read))
  if (!isObject(value)) return
  if (settingItems.has(value['type'])) return read(value, path)
  for (const [field, one] of Object.entries(value)) {
    if (settingsInConversation.has(field.toLowerCase())) read(one, `${path}.${field}`)
    else if (!opaqueInConversation.has(field)) settingsIn(one, `${path}.${field}`, read)
  }
}

/** Visits objects and lists in a list. Embeddings of 300,000 token ids would take 30 ms for the paths of their numbers. */
export function forEachObject(list: readonly unknown[], path: string, visit: (one: object, path: string) => void): void {
  list.forEach((one, index) => typeof one === 'object' && one !== null && visit(one, `${path}[${index}]`))
}

/** Splits a text into names. LiteLLM accepts several names with commas, OpenRouter a preset after a name. */
function partsOf(text: string): string[] {
  const parts = text.split(/,|(?=@preset\/)/, mostNamed + 1)
  // The rest of a longer text was not split. All of its parts count, so that the request is refused.
  return parts.length > mostNamed ? parts : parts.map((one) => one.trim()).filter((one) => one !== '')
}

/** True for a preset, which only a pattern for presets allows. The name of a preset does not reveal its model. */
const isPreset = (name: string): boolean => name.startsWith('@')

/** True if a key's list contains a name. An unknown name is never listed. */
export function isListed(models: NonNullable<KeyRecord['models']>, name: string | undefined): boolean {
  if (name === undefined) return false
  return allowsModel({ models: isPreset(name) ? models.filter(isPreset) : models }, name)
}
