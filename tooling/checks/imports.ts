import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

export interface Import {
  specifier: string
  /** Line number, counted from 1. */
  line: number
}

/** Lists the imports of a TypeScript file: static, dynamic and type-only imports, and re-exports. Comments and strings do not count. */
export function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const imports: Import[] = []

  const add = (node: { source: unknown; start: number }): void => {
    const value = (node.source as { value?: unknown } | null)?.value
    if (typeof value === 'string') imports.push({ specifier: value, line: text.slice(0, node.start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program)
  return imports
}
