import { execFile } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { commandPages } from '../reference-pages.ts'
import { command } from './reason.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

// A folder for PATH in which `reason` is the command from the sources.
const path = mkdtempSync(join(tmpdir(), 'reason-docs-'))
writeFileSync(join(path, 'reason'), `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`)
chmodSync(join(path, 'reason'), 0o755)
afterAll(() => rmSync(path, { recursive: true }))

interface Step {
  name: string
  line: string
  output: string
}

/** Each `$ command` of a ```console block, with the output that is shown under it. */
function stepsOf(file: string): Step[] {
  const markdown = readFileSync(join(root, file), 'utf8')
  return [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].flatMap((block) => {
    const number = markdown.slice(0, block.index).split('\n').length
    return block[1]!
      .split(/^\$ /m)
      .slice(1)
      .map((step): Step => {
        const [line = '', ...output] = step.split('\n')
        return { name: `${file}:${number}: ${line}`, line, output: output.join('\n') }
      })
  })
}

/** Both outputs as a terminal would show them, ended by a line feed. */
async function run(line: string): Promise<string> {
  const { FORCE_COLOR: _, ...env } = process.env
  const { stdout } = await promisify(execFile)('sh', ['-c', `{ ${line}\n} 2>&1 | cat`], {
    cwd: join(root, 'docs/examples'),
    env: { ...env, PATH: path + delimiter + env['PATH'], NO_COLOR: '1' },
  })
  return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`
}

describe('what the documentation shows', () => {
  const steps = ['README.md', 'apps/cli/README.md', ...globSync('docs/*/*.md', { cwd: root }).toSorted()].flatMap(stepsOf)

  it('is there', () => expect(steps.length).toBeGreaterThan(25))

  it.each(steps)('$name', async ({ line, output }) => {
    expect(await run(line)).toBe(output)
  })
})

describe('the reference', () => {
  /** A formatter aligns the cells of tables: that is no difference. */
  const unaligned = (markdown: string): string =>
    markdown.replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---')).trim()
  const folder = join(root, 'docs/reference/commands')

  it('has a page for each command', () => {
    expect(globSync('*.md', { cwd: folder }).toSorted()).toEqual(
      Object.keys(commandPages())
        .map((name) => `${name}.md`)
        .toSorted(),
    )
  })

  it.each(Object.entries(commandPages()))('of %s is what --help prints: else run "pnpm run reference" in apps/cli', (name, page) => {
    expect(unaligned(readFileSync(join(folder, `${name}.md`), 'utf8'))).toBe(unaligned(page))
  })
})
