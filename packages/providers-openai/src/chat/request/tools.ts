import type { Conversation, Tool } from '@reason/core/conversation'
import { cacheOf, defined, isLoose, isText, type Loose } from '@reason/wire-kit'
import { readFunction } from '../../shared/read-function.ts'
import { WIRE } from '../wire-id.ts'
import { keep, kept } from './fields.ts'

export const readTools = (values: readonly unknown[]): Tool[] => values.map(readTool)

function readTool(value: unknown): Tool {
  const body = isLoose(value) && value.type === 'function' ? value.function : undefined
  if (!isLoose(body) || !isText(body.name)) return readFlatTool(value) ?? { type: 'native', wire: WIRE, value }
  const { tool, read } = readFunction(body)
  const rest = keep(body, read).fields
  const { wire, fields } = keep(value as Loose, ['type', 'function'])
  return {
    ...tool,
    ...cacheOf(body),
    ...cacheOf(value as Loose),
    extra: { wire, fields: { ...fields, ...(Object.keys(rest).length > 0 && { function: rest }) } },
  }
}

/** Reads a function as Responses or Messages spell it. Cursor and other editors send these to Chat Completions as well. */
function readFlatTool(value: unknown): Tool | undefined {
  if (!isLoose(value) || !isText(value.name)) return undefined
  const isOfMessages = (value.type === undefined || value.type === 'custom') && isLoose(value.input_schema)
  if (!isOfMessages && (value.type !== 'function' || value.function !== undefined)) return undefined
  const { tool } = readFunction(isOfMessages ? { ...value, parameters: value.input_schema } : value)
  return { ...tool, ...cacheOf(value) }
}

/** @returns Undefined for a native tool of another format. */
export function writeTool(tool: Tool): unknown {
  if (tool.type === 'native') return tool.wire === WIRE ? tool.value : undefined
  const { name, description, parameters, strict, extra } = tool
  const { function: rest, ...fields } = kept(extra)
  return {
    type: 'function',
    ...fields,
    function: {
      name,
      ...defined({ description, parameters, strict }),
      ...(isLoose(rest) && rest),
    },
  }
}

export function readToolChoice(value: unknown): Conversation['toolChoice'] {
  if (value === 'auto' || value === 'none' || value === 'required') return value
  // Mistral's name for `required`
  if (value === 'any') return 'required'
  if (!isLoose(value)) return undefined
  if (value.type === 'allowed_tools') {
    // The list of allowed tools has no neutral form. The mode still tells whether a call is required.
    const mode = isLoose(value.allowed_tools) ? value.allowed_tools.mode : undefined
    return mode === 'auto' || mode === 'required' ? mode : undefined
  }
  // Responses and Messages name the tool beside the type. Messages also writes modes as types.
  const { name } = [value.function, value.custom].find(isLoose) ?? value
  return isText(name) ? { name } : typeof value.type === 'string' ? readToolChoice(value.type) : undefined
}

export const writeToolChoice = (choice: NonNullable<Conversation['toolChoice']>): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
