import type { Tool } from '@reason/core/conversation'
import { isLoose, isText } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, keep, kept, toExtra } from './fields.ts'

export const readTools = (values: readonly unknown[]): Tool[] =>
  values.map((value): Tool => {
    const body = isLoose(value) && value.type === 'function' ? value.function : undefined
    if (!isLoose(value) || !isLoose(body) || !isText(body.name)) return { type: 'native', wire: WIRE, value }
    const { name, description, parameters } = body
    const rest = keep(body, ['name', 'parameters', ...(isText(description) ? ['description'] : [])])
    return {
      type: 'function',
      name: name as string,
      ...(isText(description) && { description }),
      ...(parameters !== undefined && { parameters }),
      extra: toExtra({ ...keep(value, ['type', 'function']), $function: rest }),
    }
  })

export const writeTools = (tools: readonly Tool[], notCarried: (what: string) => void): unknown[] =>
  tools.flatMap((tool): unknown[] => {
    if (tool.type === 'native') {
      if (tool.wire !== WIRE) notCarried(`tools that only ${tool.wire} has`)
      return tool.wire === WIRE ? [tool.value] : []
    }
    const { $function: rest, ...fields } = kept(tool)
    const { name, description, parameters } = tool
    const body = {
      ...(isLoose(rest) && rest),
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parameters: isFromHere(tool) ? parameters : plain(parameters) }),
    }
    return [{ type: 'function', ...fields, function: body }]
  })

/** Simplifies the top level of a schema, as Ollama accepts only one type and objects as properties there. */
function plain(parameters: unknown): unknown {
  if (!isLoose(parameters)) return parameters
  const { type, properties } = parameters
  return {
    ...parameters,
    ...(Array.isArray(type) && { type: 'object' }),
    ...(isLoose(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, typeof one === 'boolean' ? {} : one])),
    }),
  }
}
