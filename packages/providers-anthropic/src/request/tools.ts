import type { Conversation, Tool } from '@reason/core/conversation'
import { cacheControl, cacheOf, fitToolName } from '@reason/wire-kit'
import { boundSchema } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import type { Binding } from './models.ts'
import { createTaker, isBoolean, isLoose, isString, keptOf, without, type Loose } from './fields.ts'

/** Reads a tool. Without a type, or with the type `custom`, it is a function of the client; other types are the provider's own. */
export function readTool(value: unknown): Tool {
  const native: Tool = { type: 'native', wire: WIRE, value }
  // The spelling of Chat Completions. Other fields are left out: here, they might be those of a provider's own tool.
  if (isLoose(value) && value.type === 'function' && isLoose(value.function)) {
    const { name, description, strict, parameters } = value.function
    return readTool({ name, description, strict, input_schema: parameters ?? { type: 'object', properties: {} } })
  }
  if (!isLoose(value) || (value.type !== undefined && value.type !== 'custom')) return native
  const from = createTaker(value)
  const name = from.take('name', isString)
  const parameters = from.take('input_schema', isLoose)
  if (name === undefined || parameters === undefined) return native
  const description = from.take('description', isString)
  const strict = from.take('strict', isBoolean)
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters,
    ...(strict !== undefined && { strict }),
    ...cacheOf(value),
    ...from.rest(),
  }
}

/** Fits a name to the accepted characters. `WriterOptions.tools` maps calls back. */
export const toolName = (name: string): string => fitToolName(name, 128)

export interface ToolContext {
  binding: Binding
  /** True if the request is of this format. */
  isOwn: boolean
  notCarried(what: string): void
}

/** @returns Undefined for a native tool of another format. */
export function writeTool(tool: Tool, { binding, isOwn, notCarried }: ToolContext): unknown {
  if (tool.type === 'native') return tool.wire === WIRE ? tool.value : undefined
  const { name, description, parameters, strict } = tool
  const own = tool.extra === undefined ? isOwn : tool.extra.wire === WIRE
  const plain = { type: 'object', ...(isLoose(parameters) ? parameters : { properties: {} }) }
  const bound = !own && strict === true ? boundTo(binding, plain) : undefined
  if (!own && strict === true && bound === undefined) notCarried('strict arguments of tools')
  return {
    name: toolName(name),
    ...(description !== undefined && { description }),
    input_schema: bound ?? (own && isLoose(parameters) ? parameters : plain),
    // OpenAI's clients always send `strict`, and false means nothing.
    ...(strict !== undefined && (own || bound !== undefined) && { strict }),
    ...keptOf(tool),
    ...(!own && cacheControl(tool.cache)),
  }
}

/** Returns the strict schema. Undefined if arguments cannot be bound to it. The schema is then a hint, which accepts any schema. */
function boundTo(binding: Binding, schema: Loose): unknown {
  if (binding !== 'partly') return binding === 'any' ? schema : undefined
  const bound = boundSchema(schema)
  return bound.lost.length === 0 ? bound.schema : undefined
}

const choices: Readonly<Record<string, Conversation['toolChoice']>> = { auto: 'auto', any: 'required', required: 'required', none: 'none' }

export function readToolChoice(value: unknown): Conversation['toolChoice'] {
  // OpenAI's clients write modes as texts, and nest the name of a function.
  if (isString(value)) return Object.hasOwn(choices, value) ? choices[value] : undefined
  if (!isLoose(value) || !isString(value.type)) return undefined
  if (value.type === 'tool' || value.type === 'function') {
    const { name } = isLoose(value.function) ? value.function : value
    return isString(name) ? { name } : undefined
  }
  return Object.hasOwn(choices, value.type) ? choices[value.type] : undefined
}

const oneAtATime = 'disable_parallel_tool_use'

/** Reads the setting from the tool choice, which contains it. */
export function readParallelToolCalls(choice: unknown): boolean | undefined {
  const isOff = isLoose(choice) ? choice[oneAtATime] : undefined
  return isBoolean(isOff) ? !isOff : undefined
}

/**
 * @param before - The choice as the client wrote it. Its unknown fields are written back unchanged.
 * @returns Undefined if no choice has to be written.
 */
export function writeToolChoice({ toolChoice, parallelToolCalls: parallel }: Conversation, before: unknown): Loose | undefined {
  const kept = isLoose(before) ? before : {}
  const isAsBefore = readParallelToolCalls(kept) === parallel
  const more = {
    ...without(kept, 'type', 'name', ...(isAsBefore ? [] : [oneAtATime])),
    ...(!isAsBefore && parallel === false && { [oneAtATime]: true }),
  }
  if (toolChoice !== undefined) return choiceOf(toolChoice, more)
  if (isLoose(before) && readToolChoice(before) === undefined) return { ...without(kept, oneAtATime), ...more }
  return parallel === false ? choiceOf('auto', more) : undefined
}

function choiceOf(choice: NonNullable<Conversation['toolChoice']>, more: Loose): Loose {
  // `none` accepts no other fields.
  if (choice === 'none') return { type: 'none' }
  if (typeof choice === 'object') return { type: 'tool', name: toolName(choice.name), ...more }
  return { type: choice === 'required' ? 'any' : 'auto', ...more }
}
