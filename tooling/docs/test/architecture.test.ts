import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './examples.ts'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const paths = Array.from(page.matchAll(/`((?:apps|packages|tooling)\/[^`*]+)`/g), ([, path]) => path!)

it('shows the way of a request through files', () => expect(paths.length).toBeGreaterThan(20))

it.each([...new Set(paths)])('names %s, which is there', (path) => expect(existsSync(join(root, path))).toBe(true))

it.each(['apps/server/src', 'apps/cli/src'])('gives the lines of %s, give or take thirty', (folder) => {
  const [, given = ''] = new RegExp(`lines of \`${folder}\` .*\\| ([\\d,]+) +\\|`).exec(page) ?? []
  const files = globSync(`${folder}/**/*.ts`, { cwd: root })
  const lines = files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)
  expect(Math.abs(Number(given.replace(',', '')) - lines), `write ${lines} into the table of docs/architecture.md`).toBeLessThan(30)
})
