import type { Tool } from '@reason/core/conversation'
import { defined, isLoose, isText, type NotCarried } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { kept, toExtra } from './extras.ts'

export const readTools = (values: readonly unknown[]): Tool[] =>
  values.map((value): Tool => {
    if (!isLoose(value) || value.type !== 'function' || !isText(value.name)) return { type: 'native', wire: WIRE, value }
    const { type: _, name, description, parameters, ...rest } = value
    return {
      type: 'function',
      name: name as string,
      ...(isText(description) && { description }),
      ...(parameters !== undefined && { parameters }),
      extra: toExtra({ ...rest, ...(description !== undefined && !isText(description) && { description }) }),
    }
  })

export const writeTools = (tools: readonly Tool[], notCarried: NotCarried): unknown[] =>
  tools.flatMap((tool): unknown[] => {
    if (tool.type === 'native') {
      if (tool.wire !== WIRE) notCarried(`tools that only ${tool.wire} has`)
      return tool.wire === WIRE ? [tool.value] : []
    }
    const { name, description, parameters, strict } = tool
    if (strict === true) notCarried('strict arguments of tools')
    return [
      {
        type: 'function',
        ...kept(tool),
        name,
        ...defined({ description, parameters }),
      },
    ]
  })
