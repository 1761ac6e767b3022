import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

/** Files whose objects are created once for a process, an upstream or a configuration, only for documents and other long input, or only in tests. */
const madeOnce: ReadonlySet<string> = new Set([
  'packages/conformance/src/runs/work.ts',
  'packages/core/src/registry.ts',
  'packages/gateway/src/event-loop/json-parsing.ts',
  'packages/gateway/src/dispatch/request/request-writer.ts',
  'packages/gateway/src/event-loop/json-writing.ts',
  'packages/gateway/src/relay/attempt/translation.ts',
  'packages/gateway/src/structures/current-value.ts',
  'packages/providers-anthropic/src/request/text-file.ts',
  'packages/recording/src/http-head.ts',
  'packages/think-tags/src/delimiter.ts',
  ...['average', 'circuit', 'fair-queue', 'health', 'probe-schedule'].map((name) => `packages/routing/src/${name}.ts`),
])

/** Code whose objects V8 allocates in the old generation, or ties to an object there. */
const lasting: readonly { sign: RegExp; name: string; instead: string }[] = [
  { sign: /^\s{2,}[gs]et \w+\(/, name: 'an accessor', instead: 'Write a function' },
  {
    sign: /^\s{2,}\S+\.\w+ = (async )?(function\b|\(.*=>|\($|\w+ =>)/,
    name: 'a function that is written where it is assigned to a property',
    instead: 'Assign it by its name',
  },
  {
    sign: /^\s{2,}(?:function ?\*|\*\w+\()/,
    name: 'a generator within a function',
    instead: 'Make it where it is needed',
  },
]

/**
 * Finds code that keeps objects of a request alive until the next major garbage collection:
 *
 *     const a = { get size() { … } }     an object with accessors has a hidden class of its own, which holds the accessor's scope
 *     a.size = () => …                   V8 allocates the function in the old generation, and it holds its scope
 *     function* steps() { … }            within a function: each has a prototype, which holds the generator's scope
 *
 * A sink with accessors raised the cost of a whole answer by a third, six functions of policies and budgets by a tenth. Five generators
 * doubled it.
 */
export function checkYoungObjects(from = root): Outcome {
  const files = globSync('packages/*/src/**/*.ts', { cwd: from }).filter((file) => !madeOnce.has(file))
  return {
    problems: files.toSorted().flatMap((file) =>
      readFileSync(join(from, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          lasting
            .filter(({ sign }) => sign.test(line))
            .map(
              ({ name, instead }) =>
                `${file}:${index + 1} has ${name} (${line.trim()}). ${instead}, or list the file in tooling/checks/young-objects.ts if its objects are made once.`,
            ),
        ),
    ),
  }
}
