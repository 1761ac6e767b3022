import type { Conversation, Message, Tool } from '@reason/core/conversation'
import { fitToolName } from '@reason/core/wire-kit'
import { WIRE } from '../wire-id.ts'
import { POINT, pointIn, withPoint, type CachePoint } from './caching.ts'
import { createTaker, isBoolean, isLoose, isString, keptOf, without, type Loose } from './fields.ts'

export function readTools(values: readonly unknown[]): Tool[] {
  const tools: Tool[] = []
  for (const value of values) {
    const point = pointIn(value)
    const last = tools.at(-1)
    if (point !== undefined && last?.type === 'function' && last.cache === undefined) tools[tools.length - 1] = withPoint(last, point)
    else tools.push(readTool(value))
  }
  return tools
}

function readTool(value: unknown): Tool {
  const native: Tool = { type: 'native', wire: WIRE, value }
  if (!isLoose(value) || !isLoose(value.toolSpec) || Object.keys(value).length !== 1) return native
  const from = createTaker(value.toolSpec)
  const name = from.take('name', isString)
  const schema = from.take('inputSchema', (one): one is Loose => isLoose(one) && isLoose(one.json) && Object.keys(one).length === 1)
  if (name === undefined || schema === undefined) return native
  const description = from.take('description', isString)
  const strict = from.take('strict', isBoolean)
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: schema.json,
    ...(strict !== undefined && { strict }),
    ...from.rest(),
  }
}

export function readToolChoice(value: unknown): Conversation['toolChoice'] {
  if (!isLoose(value)) return undefined
  if (isLoose(value.auto)) return 'auto'
  if (isLoose(value.any)) return 'required'
  return isLoose(value.tool) && isString(value.tool.name) ? { name: value.tool.name } : undefined
}

/** `toolConfig`. Undefined: there are no tools. */
export function writeTools(
  { tools = [], toolChoice }: Pick<Conversation, 'tools' | 'toolChoice'>,
  kept: Loose,
  messages: readonly Message[],
  notCarried: (what: string) => void,
  cachePoint: CachePoint,
): Loose | undefined {
  const called = new Set(
    messages
      .flatMap((message) => (message.role === 'assistant' ? message.items : []))
      .flatMap((item) => (item.type === 'tool-call' ? [item.name] : [])),
  )
  const written: unknown[] = []
  for (const tool of tools) {
    const one = writeTool(tool)
    if (one === undefined) notCarried('tools of other providers')
    else written.push(one, ...(tool.type === 'function' ? cachePoint(tool) : []))
  }
  // Without a list of tools, calls and results in the messages are refused.
  if (written.length === 0) written.push(...[...called].map((name) => writeTool({ type: 'function', name })))
  if (toolChoice === 'none') {
    if (called.size === 0) return undefined
    notCarried('the choice of no tool')
  }
  const rest = without(kept, 'tools', 'toolChoice')
  if (written.length === 0) {
    if (toolChoice !== undefined && toolChoice !== 'auto') notCarried('a choice of a tool where there is none')
    return Object.keys(kept).length > 0 ? kept : undefined
  }
  const choice = toolChoice === undefined ? kept.toolChoice : writeToolChoice(toolChoice)
  return { tools: written, ...(choice !== undefined && { toolChoice: choice }), ...rest }
}

/** A name with the characters that are taken: clients find the tool again by `WriterOptions.tools`. */
export const toolName = (name: string): string => fitToolName(name, 64)

function writeTool(tool: Tool): unknown {
  if (tool.type === 'native') return tool.wire === WIRE ? tool.value : undefined
  const { name, description, parameters, strict } = tool
  const json = isLoose(parameters) ? parameters : { type: 'object', properties: {} }
  const own = tool.extra?.wire === WIRE
  return {
    toolSpec: {
      name: toolName(name),
      // An empty one is refused.
      ...(description !== undefined && (own || description !== '') && { description }),
      inputSchema: { json: own || json.type !== undefined ? json : { type: 'object', ...json } },
      ...(strict !== undefined && (own || strict) && { strict }),
      ...without(keptOf(tool), POINT),
    },
  }
}

function writeToolChoice(choice: NonNullable<Conversation['toolChoice']>): Loose | undefined {
  if (choice === 'none') return undefined
  if (typeof choice === 'object') return { tool: { name: toolName(choice.name) } }
  return choice === 'required' ? { any: {} } : { auto: {} }
}
