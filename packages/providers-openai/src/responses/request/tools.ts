import type { Conversation, Tool } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { readFunction } from '../../shared/read-function.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, keep, kept } from './extra.ts'

export const readTools = (values: readonly unknown[]): Tool[] => values.map(readTool)

function readTool(value: unknown): Tool {
  // Chat Completions nests the function. Other fields are left out: here, they might be those of a provider's own tool.
  if (isLoose(value) && value.type === 'function' && isLoose(value.function)) {
    const { name, description, parameters, strict } = value.function
    return readTool({ type: 'function', name, description, parameters, strict })
  }
  if (!isLoose(value) || value.type !== 'function' || !isText(value.name)) return { type: 'native', wire: WIRE, value }
  const { tool, read } = readFunction(value)
  return { ...tool, extra: keep(value, ['type', ...read]) }
}

/** @returns Undefined for a native tool of another format. */
export function writeTool(tool: Tool): unknown {
  if (tool.type === 'native') return tool.wire === WIRE ? tool.value : undefined
  const { name, description, parameters, strict } = tool
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined ? { parameters } : !isFromHere(tool) && { parameters: { type: 'object', properties: {} } }),
    // Responses treats functions as strict by default. Other formats treat them as not strict.
    ...(strict !== undefined ? { strict } : !isFromHere(tool) && { strict: false }),
    ...kept(tool.extra),
  }
}

/** Reads a tool choice. A choice among several tools has no neutral form; its mode still tells whether a call is required. */
export function readToolChoice(value: unknown): Conversation['toolChoice'] {
  if (value === 'auto' || value === 'none' || value === 'required') return value
  if (value === 'any') return 'required'
  if (!isLoose(value)) return undefined
  if (value.type === 'allowed_tools') return value.mode === 'auto' || value.mode === 'required' ? value.mode : undefined
  if (value.type === 'function' || value.type === 'custom' || value.type === 'tool') {
    // Chat Completions nests the name.
    const { name } = isLoose(value.function) ? value.function : value
    return isText(name) ? { name } : undefined
  }
  return typeof value.type === 'string' ? readToolChoice(value.type) : undefined
}

export const writeToolChoice = (choice: NonNullable<Conversation['toolChoice']>): string | Loose =>
  typeof choice === 'string' ? choice : { type: 'function', name: choice.name }

export const toolNames = (tools: readonly Tool[] | undefined): string[] =>
  (tools ?? []).flatMap((tool) => {
    if (tool.type === 'function') return [tool.name]
    return isLoose(tool.value) && isText(tool.value.name) ? [tool.value.name] : []
  })
