import type { Tool } from '@reason/core/conversation'
import { isLoose, isSame, isText, type Loose, type NotCarried } from '@reason/wire-kit'
import { fieldOf, keep, restore } from '../../shared/request-fields.ts'
import { toJsonSchema } from '../../shared/schema.ts'
import { WIRE } from '../wire.ts'
import { fieldsOf, kept, notes, toExtra } from './extras.ts'

type FunctionTool = Extract<Tool, { type: 'function' }>

/** Reads the entries of `tools`. An entry has several functions, one of Google's own tools, or both. */
export const readTools = (entries: readonly unknown[]): Tool[] => entries.flatMap(readEntry)

function readEntry(entry: unknown): Tool[] {
  const declared = isLoose(entry) ? fieldOf(entry, 'functionDeclarations') : undefined
  if (!isLoose(entry) || !Array.isArray(declared) || declared.length === 0 || !declared.every(isDeclaration)) {
    return [{ type: 'native', wire: WIRE, value: entry }]
  }
  return declared.map((one, at) => readDeclaration(one, at === 0 ? { [notes.entry]: keep(entry, ['functionDeclarations']) } : {}))
}

const isDeclaration = (value: unknown): value is Loose => isLoose(value) && isText(value.name)

function readDeclaration(declaration: Loose, entry: Loose): Tool {
  const { name, description, parameters } = declaration
  const json = fieldOf(declaration, 'parametersJsonSchema')
  const schema = json ?? toJsonSchema(parameters)
  return {
    type: 'function',
    name: name as string,
    ...(isText(description) && { description }),
    ...(isLoose(schema) && { parameters: schema }),
    extra: toExtra({ ...keep(declaration, ['name', ...(isText(description) ? ['description'] : [])]), ...entry }),
  }
}

/**
 * Writes functions of other formats as one entry, because Vertex accepts several entries only if all are searches.
 * Google's own entries stay unchanged.
 */
export function writeTools(tools: readonly Tool[], notCarried: NotCarried): unknown[] {
  const entries: unknown[] = []
  let open: { functions: unknown[] } | undefined
  for (const tool of tools) {
    if (tool.type === 'native') {
      if (tool.wire === WIRE) entries.push(tool.value)
      else notCarried(`tools that only ${tool.wire} has`)
      continue
    }
    if (tool.strict === true) notCarried('strict arguments of tools')
    const entry = kept(tool)[notes.entry]
    if (open === undefined || isLoose(entry)) {
      open = { functions: [] }
      entries.push(restore(isLoose(entry) ? entry : {}, { functionDeclarations: open.functions }))
    }
    open.functions.push(writeDeclaration(tool))
  }
  return entries
}

/** Writes a declaration. The original schema stays if it is unchanged. Otherwise JSON Schema is sent, for which Google has a separate field. */
function writeDeclaration(tool: FunctionTool): Record<string, unknown> {
  const fields = fieldsOf(kept(tool))
  const { name, description, parameters } = tool
  const written = fieldOf(fields, 'parametersJsonSchema') ?? toJsonSchema(fields.parameters)
  const own = isSame(isLoose(written) ? written : undefined, parameters)
  const { parameters: _, parametersJsonSchema: __, parameters_json_schema: ___, ...others } = fields
  return restore(own ? fields : others, {
    name,
    ...(description !== undefined && { description }),
    ...(!own && parameters !== undefined && { parametersJsonSchema: parameters }),
  })
}
