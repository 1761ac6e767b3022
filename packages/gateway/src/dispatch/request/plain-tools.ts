import type { Conversation, Tool } from '@reason/core/conversation'
import { asList, asLoose, isLoose, isText, type Loose } from '@reason/wire-kit'

type FunctionTool = Extract<Tool, { type: 'function' }>

/**
 * Rewrites functions so that every API takes them: each name once, and parameters that are an object. MCP servers and
 * agents send others to servers that do not mind. Anthropic, Google and DeepSeek refuse a second tool of a name
 * (`Tool names must be unique`, `Duplicate function declaration found`), and the first one wins. Anthropic, Bedrock and
 * OpenAI refuse alternatives at the top of a schema (`input_schema does not support oneOf, allOf, or anyOf at the top
 * level`): their properties become those of one object, and the alternatives go into the description.
 *
 * @param wire - The upstream's format, which keeps all of its own fields.
 */
export function withPlainTools(conversation: Conversation, wire: string): { conversation: Conversation; notes: string[] } {
  const { tools = [] } = conversation
  const notes = new Set<string>()
  const names = new Set<string>()
  const plain = tools.flatMap((tool): Tool[] => {
    if (tool.type !== 'function') return [tool]
    if (names.has(tool.name)) {
      notes.add('left out: a tool whose name an earlier tool has')
      return []
    }
    names.add(tool.name)
    const { fields = {}, wire: from } = tool.extra ?? {}
    // Chat Completions keeps fields of the function apart.
    const said = { ...asLoose(fields['function']), ...fields }
    if (from !== wire) for (const field of meantFields) if ((said[field] ?? false) !== false) notes.add(`left out: ${field} of a tool`)
    return [withObject(tool, notes)]
  })
  const isSame = plain.length === tools.length && plain.every((tool, at) => tool === tools[at])
  return { conversation: isSame ? conversation : { ...conversation, tools: plain }, notes: [...notes] }
}

/** Fields of tools that change answers, and that no other API has under the same conditions. */
const meantFields = ['input_examples', 'allowed_callers', 'defer_loading', 'async'] as const

function withObject(tool: FunctionTool, notes: Set<string>): FunctionTool {
  const { parameters, description } = tool
  if (!isLoose(parameters) || isPlain(parameters)) return tool
  const { schema, rule = '' } = objectSchema(parameters)
  if (rule.length > longestRule) {
    notes.add('left out: alternatives in the parameters of a tool, which are too long for its description')
    return { ...tool, parameters: schema }
  }
  const said = [description, rule].filter(isText).join('\n\n')
  return { ...tool, parameters: schema, ...(said !== '' && { description: said }) }
}

const alternatives = ['anyOf', 'oneOf', 'allOf'] as const

const isPlain = (schema: Loose): boolean =>
  schema.type === 'object' && schema.$ref === undefined && !alternatives.some((keyword) => keyword in schema)

/** Maximum length of a rule in a description, in characters. */
const longestRule = 2000

/** @returns An object schema, and the rule that it lost, in words. */
function objectSchema(given: Loose): { schema: Loose; rule?: string } {
  const { $ref: _, anyOf: __, oneOf: ___, allOf: ____, ...own } = given
  const root = { ...resolved(given, given), ...own }
  const found = alternatives.filter((keyword) => Array.isArray(given[keyword]) || (isText(given.$ref) && Array.isArray(root[keyword])))
  const schema: Record<string, unknown> = { ...root, type: 'object' }
  if (found.length === 0)
    return { schema: schema.properties === undefined && given.type === undefined ? { ...schema, properties: {} } : schema }
  let properties = asLoose(schema.properties)
  const required = new Set(asList(schema.required))
  for (const keyword of found) {
    const branches = asList(given[keyword] ?? root[keyword]).map((branch) => resolved(asLoose(branch), given))
    properties = joinedProperties(
      [properties, ...branches.map((branch) => asLoose(branch.properties))],
      keyword === 'allOf' ? 'allOf' : 'anyOf',
    )
    for (const name of requiredIn(branches, keyword === 'allOf')) required.add(name)
  }
  for (const keyword of alternatives) delete schema[keyword]
  const rule = `The arguments have to fit this JSON Schema, too: ${JSON.stringify(Object.fromEntries(found.map((keyword) => [keyword, given[keyword] ?? root[keyword]])))}`
  return { schema: { ...schema, properties, ...(required.size > 0 && { required: [...required] }) }, rule }
}

/** Joins the properties of alternatives. Several schemas of one property are alternatives, too. */
function joinedProperties(branches: readonly Loose[], joined: 'anyOf' | 'allOf'): Loose {
  const schemas = new Map<string, Map<string, unknown>>()
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(branch)) {
      const known = schemas.get(name) ?? new Map<string, unknown>()
      schemas.set(name, known.set(JSON.stringify(schema), schema))
    }
  }
  const all = Array.from(schemas, ([name, found]) => {
    const [first] = found.values()
    return [name, found.size === 1 ? first : { [joined]: [...found.values()] }] as const
  })
  return Object.fromEntries(all)
}

/** Names that all branches require, or any of them if all apply. */
function requiredIn(branches: readonly Loose[], allApply: boolean): unknown[] {
  const counts = new Map<unknown, number>()
  for (const { required } of branches) for (const name of new Set(asList(required))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].filter(([, count]) => allApply || count === branches.length).map(([name]) => name)
}

/** Replaces a reference by its definition, if the schema has it. */
function resolved(schema: Loose, root: Loose): Loose {
  if (!isText(schema.$ref) || !schema.$ref.startsWith('#/')) return schema
  const found = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => asLoose(at)[name], root)
  return isLoose(found) ? found : schema
}
