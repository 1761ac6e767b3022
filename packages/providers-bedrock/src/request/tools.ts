import type { Conversation, Message, Tool } from '@reason/core/conversation'
import { fitToolName, noteDemandedTool, type NotCarried } from '@reason/wire-kit'
import { boundSchema } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { POINT, pointIn, withPoint, type CachePoint } from './caching.ts'
import { holdsToSchema } from './format.ts'
import { modelRowOf } from './models.ts'
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

/** Writes `toolConfig`. Undefined without tools. */
export function writeTools(
  { tools = [], toolChoice, extra }: Pick<Conversation, 'tools' | 'toolChoice' | 'extra'>,
  kept: Loose,
  { messages, model, cachePoint }: { messages: readonly Message[]; model: string; cachePoint: CachePoint },
  notCarried: NotCarried,
): Loose | undefined {
  const called = new Set(
    messages
      .flatMap((message) => (message.role === 'assistant' ? message.items : []))
      .flatMap((item) => (item.type === 'tool-call' ? [item.name] : [])),
  )
  const context = { model, isOwn: extra?.wire === WIRE, notCarried }
  const written: unknown[] = []
  for (const tool of tools) {
    const one = writeTool(tool, context)
    if (one === undefined) notCarried('tools of other providers')
    else written.push(one, ...(tool.type === 'function' ? cachePoint(tool) : []))
  }
  // Bedrock refuses calls and results in messages if there is no list of tools.
  if (written.length === 0) written.push(...[...called].map((name) => writeTool({ type: 'function', name }, context)))
  if (toolChoice === 'none') {
    if (called.size === 0) return undefined
    notCarried('the choice of no tool')
  }
  const rest = without(kept, 'tools', 'toolChoice')
  if (written.length === 0) {
    noteDemandedTool(toolChoice, notCarried)
    return Object.keys(kept).length > 0 ? kept : undefined
  }
  const choice = toolChoice === undefined ? kept.toolChoice : writeToolChoice(toolChoice)
  return { tools: written, ...(choice !== undefined && { toolChoice: choice }), ...rest }
}

/** Fits a name to the accepted characters. `WriterOptions.tools` maps calls back. */
export const toolName = (name: string): string => fitToolName(name, 64)

/** @param context.isOwn - True if the request is of this format. */
function writeTool(tool: Tool, { model, isOwn, notCarried }: { model: string; isOwn: boolean; notCarried: NotCarried }): unknown {
  if (tool.type === 'native') return tool.wire === WIRE ? tool.value : undefined
  const { name, description, parameters, strict } = tool
  const own = tool.extra === undefined ? isOwn : tool.extra.wire === WIRE
  const json = own && isLoose(parameters) ? parameters : { type: 'object', ...(isLoose(parameters) ? parameters : { properties: {} }) }
  const bound = !own && strict === true ? boundFor(model, json) : undefined
  if (!own && strict === true && bound === undefined) notCarried('strict arguments of tools')
  return {
    toolSpec: {
      name: toolName(name),
      // Bedrock refuses an empty description.
      ...(description !== undefined && (own || description !== '') && { description }),
      inputSchema: { json: bound ?? json },
      ...(strict !== undefined && (own || bound !== undefined) && { strict }),
      ...without(keptOf(tool), POINT),
    },
  }
}

/** Returns the strict schema. Undefined if arguments cannot be bound to it. The schema is then a hint, which accepts any schema. */
function boundFor(model: string, schema: Loose): unknown {
  if (modelRowOf(model).form !== 'claude') return schema
  const { schema: bound, lost } = boundSchema(schema)
  return holdsToSchema(model) && lost.length === 0 ? bound : undefined
}

function writeToolChoice(choice: NonNullable<Conversation['toolChoice']>): Loose | undefined {
  if (choice === 'none') return undefined
  if (typeof choice === 'object') return { tool: { name: toolName(choice.name) } }
  return choice === 'required' ? { any: {} } : { auto: {} }
}
