import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

export interface Import {
  specifier: string
  /** Line number, counted from 1. */
  line: number
  /** True if the import takes only types, which are erased before the program runs. */
  isType: boolean
}

/** Lists the imports of a TypeScript file: static, dynamic and type-only imports, and re-exports. Comments and strings do not count. */
export function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const imports: Import[] = []

  const add = (node: { source: unknown; start: number }, isType: boolean): void => {
    const value = (node.source as { value?: unknown } | null)?.value
    if (typeof value === 'string') imports.push({ specifier: value, line: text.slice(0, node.start).split('\n').length, isType })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.importKind === 'type' || areTypes(node.specifiers, 'importKind')),
    ExportNamedDeclaration: (node) => add(node, node.exportKind === 'type' || areTypes(node.specifiers, 'exportKind')),
    ExportAllDeclaration: (node) => add(node, node.exportKind === 'type'),
    ImportExpression: (node) => add(node, false),
    TSImportType: (node) => add(node, true),
  }).visit(program)
  return imports
}

/** True if every specifier is a type. An import without specifiers (`import './x.ts'`) runs the module, so it is false. */
const areTypes = (specifiers: readonly object[], kind: 'importKind' | 'exportKind'): boolean =>
  specifiers.length > 0 && specifiers.every((one) => (one as Record<string, unknown>)[kind] === 'type')
