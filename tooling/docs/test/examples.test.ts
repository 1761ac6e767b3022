import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { conditions } from '@reason/testkit/programs'
import { sample } from '@reason/testkit/sampling'
import { afterAll, describe, expect, it } from 'vitest'
import { namedImports, readExamples, root } from './examples.ts'

const run = promisify(execFile)
const here = join(root, 'tooling/docs')
// Inside this package, so that its dependencies are found.
mkdirSync(join(here, '.examples'), { recursive: true })
const folder = mkdtempSync(join(here, '.examples/run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const examples = [...readExamples(), ...namedImports()].map((example, index) => {
  const path = join(folder, `example-${index}.ts`)
  writeFileSync(path, `${example.code}\nexport {}\n`)
  return { ...example, path, name: `${example.file}:${example.line}` }
})

describe('examples in the documentation', () => {
  it('are there', () => expect(examples.length).toBeGreaterThan(100))

  it('fit the types', async () => {
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { noUnusedLocals: false }, include: ['*.ts'] }))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', config]).catch(
      (error: { stdout: string }) => error,
    )
    const places = examples.reduce((text, { path, name }) => text.replaceAll(path.slice(root.length), name), stdout)
    expect(places).toBe('')
  })

  it.each(
    sample(
      examples.filter((example) => example.run),
      3,
    ),
  )('$name runs', async ({ path, output }) => {
    const { stdout } = await run(process.execPath, [...conditions, '--no-warnings', path], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    if (output !== undefined) expect(stdout).toBe(output)
  })
})
