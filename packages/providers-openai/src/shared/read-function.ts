import type { Tool } from '@reason/core/conversation'
import { defined, isText, type Loose } from '@reason/wire-kit'

/**
 * Reads a function. Some clients send null for no parameters; a null is kept only for servers of the client's format.
 *
 * @returns `read`: the fields that the tool contains.
 */
export function readFunction(value: Loose): { tool: Extract<Tool, { type: 'function' }>; read: string[] } {
  const { description, parameters, strict } = value
  const members = defined({
    description: isText(description) ? description : undefined,
    parameters: parameters ?? undefined,
    strict: typeof strict === 'boolean' ? strict : undefined,
  })
  return { tool: { type: 'function', name: value.name as string, ...members }, read: ['name', ...Object.keys(members)] }
}
