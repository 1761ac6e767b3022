import type { Json, OfferedTool } from './request.ts'

/** A task that the model gives to a tool. */
export interface Errand {
  kind: 'read' | 'list'
  file: string
  folder: string
}

const shells = /^(bash|shell|exec|exec_command|execute_command|run_commands?|run_shell_command|run_terminal_command)$/i
const names = {
  read: [/^(read|read_files?|readfile|view|view_file)$/i, shells],
  list: [/^(ls|list|list_directory|list_dir|list_files|listfiles|glob)$/i, shells],
} as const

/** Call of an offered tool, with the arguments of its schema. Undefined if no offered tool fits. */
export function callFor(errand: Errand, tools: readonly OfferedTool[]): { name: string; arguments: Json } | undefined {
  for (const pattern of names[errand.kind]) {
    const tool = tools.find(({ name }) => pattern.test(name))
    if (tool !== undefined) return { name: tool.name, arguments: argumentsFor(errand, tool.schema) }
  }
  return undefined
}

function argumentsFor(errand: Errand, schema: Json): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  // Some tools mark every argument as optional, but need the path.
  const asked = Object.keys(properties).filter((name) => required.includes(name) || (required.length === 0 && /path|dir/i.test(name)))
  return Object.fromEntries(asked.map((name) => [name, valueFor(errand, name, properties[name]!)]))
}

function valueFor(errand: Errand, name: string, schema: Json): unknown {
  // Google's schemas write types in capitals.
  const type = typeof schema['type'] === 'string' ? schema['type'].toLowerCase() : ''
  if (type === 'array') return [elementFor(errand, name, (schema['items'] ?? {}) as Json)]
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 1
  if (/cmd|command/i.test(name)) return errand.kind === 'read' ? `cat ${errand.file}` : `ls ${errand.folder}`
  if (/pattern|glob/i.test(name)) return '*'
  if (/path|file|dir/i.test(name)) return errand.kind === 'read' ? errand.file : errand.folder
  return 'A step of the walk.'
}

function elementFor(errand: Errand, name: string, schema: Json): unknown {
  const { properties } = schema as { properties?: Record<string, Json> }
  return properties === undefined ? valueFor(errand, name, schema) : argumentsFor(errand, schema)
}
