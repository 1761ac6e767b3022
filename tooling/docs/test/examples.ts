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

const pages: readonly { file: string; markdown: string }[] = globSync(
  [
    '*.md',
    'docs/*.md',
    'docs/{tutorials,how-to,explanations,reference,adr}/**/*.md',
    'packages/*/README.md',
    'apps/*/README.md',
    'tooling/adapter-template/README.md',
  ],
  { cwd: root },
)
  .filter(isCommitted)
  .toSorted()
  .map((file) => ({ file, markdown: readFileSync(join(root, file), 'utf8') }))

export const readExamples = (): Example[] => pages.flatMap(({ file, markdown }) => examplesOf(file, markdown))

/** For each page, imports of what it calls `name` of `@reason/module`, and of what its table of exports lists. `import type` takes values, too. */
export const namedImports = (): Example[] =>
  pages.map(({ file, markdown }) => {
    const named = [...markdown.matchAll(/`(\w+)[^`\n]*`(?: and `(\w+)`)? of `(@reason\/[\w/-]+)`/g)].flatMap(([, one, other, module]) =>
      [one, other].flatMap((name) => (name === undefined ? [] : [`{ ${name} as NAME } from '${module}'`])),
    )
    const [, table = ''] = /^## Exports\n(.*?)^## /ms.exec(markdown) ?? []
    const cells = [...table.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)])
    const listed = cells.map(([, name]) => (name!.startsWith('@') ? `* as NAME from '${name}'` : `{ ${name} as NAME } from '@reason/core'`))
    const code = [...named, ...listed].map((what, index) => `import type ${what.replace('NAME', `_${index}`)}`).join('\n')
    return { file, line: 0, code, run: false }
  })

function examplesOf(file: string, markdown: string): Example[] {
  const fences = [...markdown.matchAll(/^(````?)(\w*)([^\n]*)\n(.*?)^\1$/gms)]
  return fences.flatMap((fence, index) => {
    if (fence[2] !== 'ts' || fence[3]!.trim() === 'config') return []
    const next = fences[index + 1]
    const follows = next?.[2] === 'text' && markdown.slice(fence.index + fence[0].length, next.index).trim() === ''
    const line = markdown.slice(0, fence.index).split('\n').length
    return [{ file, line, code: fence[4]!, run: !fence[3]!.includes('no-run'), ...(follows && { output: next[4]! }) }]
  })
}
