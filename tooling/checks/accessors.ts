import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

/** Files whose objects with accessors are made once for a process, an upstream or a configuration. */
const madeOnce: ReadonlySet<string> = new Set([
  'packages/core/src/registry.ts',
  'packages/gateway/src/current-value.ts',
  'packages/think-tags/src/tables.ts',
  ...['average', 'circuit', 'fair-queue', 'health', 'probe-schedule'].map((name) => `packages/routing/src/${name}.ts`),
])

const accessor = /^\s{2,}[gs]et \w+\(/

/**
 * Finds accessors in object literals of packages. V8 makes a hidden class of its own for each object that such a literal makes, which keeps what the
 * accessor sees from the collector of young objects: of a request, all of it. A whole answer cost a third more for one sink with accessors.
 */
export function checkAccessors(from = root): Outcome {
  const files = globSync('packages/*/src/**/*.ts', { cwd: from }).filter((file) => !madeOnce.has(file))
  return {
    problems: files.toSorted().flatMap((file) =>
      readFileSync(join(from, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          accessor.test(line)
            ? [
                `${file}:${index + 1} has an accessor (${line.trim()}). Write a function, or list the file in tooling/checks/accessors.ts if its objects are made once.`,
              ]
            : [],
        ),
    ),
  }
}
