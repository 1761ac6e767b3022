import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { reason } from './reason.ts'

const server = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

function folder(configuration: string): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-config-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, 'reason.config.yaml'), configuration)
  return path
}

/** The gateway is installed there, from its sources. */
function install(path: string): string {
  const modules = join(path, 'node_modules/@reason/server')
  mkdirSync(modules, { recursive: true })
  writeFileSync(join(modules, 'package.json'), JSON.stringify({ name: '@reason/server', bin: { 'reason-server': server } }))
  return path
}

it('has the gateway say what it thinks of its configuration', { timeout: 20_000 }, async () => {
  const right = install(folder('listen: { port: 9000 }\n'))
  expect(await reason(['config', 'check', '--trace-days', '3'], { cwd: right })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^reason\.config\.yaml is right: 2 settings/) as unknown,
  })
  const printed = await reason(['config', 'print', '--sources'], { cwd: right })
  expect(printed.stdout).toContain('port: 9000 # reason.config.yaml:1:17: listen.port\n')
  const wrong = install(folder('listen: { prt: 9000 }\n'))
  expect(await reason(['config', 'check'], { cwd: wrong })).toMatchObject({
    code: 1,
    stderr: 'reason.config.yaml:1:11: "listen.prt" is no setting. Did you mean "listen.port"?\n',
  })
})

it('says that there is no gateway', async () => {
  const path = folder('')
  // What runs the tests may add folders of its own.
  const { code, stderr } = await reason(['config', 'check'], { cwd: path, env: { NODE_PATH: '' } })
  expect(code).toBe(3)
  expect(stderr).toMatch(/^reason: The gateway, @reason\/server, is not installed in .*run: npx @reason\/server config check\n$/)
})
