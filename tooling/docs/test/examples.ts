import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * A fenced `ts` block of a README or guide. The test runs it unchanged; a `text` block right after it is its expected output.
 * `ts no-run` marks code that needs a provider: it is type-checked only. `ts config` is a configuration file, which the gateway's tests check.
 */
export interface Example {
  file: string
  line: number
  code: string
  run: boolean
  output?: string
}

/** False for pages that `docs/.vitepress/api.ts` writes: the repository does not contain them. */
export const isCommitted = (file: string): boolean => !/reference\/api\//.test(file)

export function readExamples(): Example[] {
  return globSync(
    [
      '*.md',
      'docs/*.md',
      'docs/{tutorials,how-to,explanations,reference}/**/*.md',
      'packages/*/README.md',
      'apps/*/README.md',
      'tooling/adapter-template/README.md',
    ],
    { cwd: root },
  )
    .filter(isCommitted)
    .toSorted()
    .flatMap((file) => examplesOf(file, readFileSync(join(root, file), 'utf8')))
}

function examplesOf(file: string, markdown: string): Example[] {
  const fences = [...markdown.matchAll(/^```(\S*)([^\n]*)\n(.*?)^```$/gms)]
  return fences.flatMap((fence, index) => {
    if (fence[1] !== 'ts' || fence[2]!.trim() === 'config') return []
    const next = fences[index + 1]
    const follows = next?.[1] === 'text' && markdown.slice(fence.index + fence[0].length, next.index).trim() === ''
    const line = markdown.slice(0, fence.index).split('\n').length
    return [{ file, line, code: fence[3]!, run: !fence[2]!.includes('no-run'), ...(follows && { output: next[3]! }) }]
  })
}
