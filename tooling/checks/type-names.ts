import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

/**
 * Finds each exported type whose name another file gives to a type of its own.
 *
 * @param oneMeaning - Names of types that mean the same: siblings in packages of providers or formats, and contracts that packages repeat to stay apart.
 *   An entry that is not needed is a problem.
 */
export function checkTypeNames(oneMeaning: readonly string[], from = root): Outcome {
  const shared = new Map([...placesOf(from)].filter(([, places]) => places.length > 1 && places.some(({ isExported }) => isExported)))
  return {
    problems: [
      ...[...shared]
        .filter(([name]) => !oneMeaning.includes(name))
        .map(
          ([name, places]) => `${name} is the name of several types: ${places.map(({ place }) => place).join(', ')}. Rename all but one.`,
        ),
      ...oneMeaning
        .filter((name) => !shared.has(name))
        .map((name) => `${name} names one type now. Take it off the list in tooling/checks/checks.ts.`),
    ],
  }
}

interface Place {
  place: string
  isExported: boolean
}

/** Types that a module of our sources declares, by name. */
function placesOf(from: string): Map<string, Place[]> {
  const found = new Map<string, Place[]>()
  for (const file of globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: from }).sort()) {
    const text = readFileSync(join(from, file), 'utf8')
    for (const node of parseSync(file, text).program.body) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (declared == null || !kinds.has(declared.type) || !('id' in declared)) continue
      const { name } = declared.id as { name: string }
      const line = text.slice(0, node.start).split('\n').length
      found.set(name, [...(found.get(name) ?? []), { place: `${file}:${line}`, isExported: node !== declared }])
    }
  }
  return found
}

const kinds: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'])
