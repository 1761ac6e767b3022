import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { finished, reason } from './reason.ts'

const run = new URL('../src/gateway/run.ts', import.meta.url).href
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

it('has the gateway say what it thinks of its configuration', async () => {
  const right = install(folder('listen: { port: 9000 }\n'))
  expect(await reason(['config', 'check', '--trace-days', '3'], { cwd: right })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^reason\.config\.yaml is valid: 2 settings/) as unknown,
  })
  const printed = await reason(['config', 'print', '--sources'], { cwd: right })
  expect(printed.stdout).toContain('port: 9000 # reason.config.yaml:1:17: listen.port\n')
  const wrong = install(folder('listen: { prt: 9000 }\n'))
  expect(await reason(['config', 'check'], { cwd: wrong })).toMatchObject({
    code: 1,
    stderr: 'reason.config.yaml:1:11: "listen.prt" is no setting. Did you mean "listen.port"?\n',
  })
})

/** With the command itself in another place than it is. */
async function checkFrom(home: string, cwd: string) {
  const script = join(folder(''), 'check.mjs')
  writeFileSync(
    script,
    `import { runGateway } from ${JSON.stringify(run)}
    process.exitCode = await runGateway(['config', 'check'], process.cwd(), ${JSON.stringify(home)}).catch(({ exitCode, message }) => (console.error(message), exitCode))`,
  )
  // The test runner may add folders of its own.
  const child = spawn(process.execPath, ['--conditions=@reason/source', script], { cwd, env: { ...process.env, NODE_PATH: '' } })
  return finished(child)
}

it('finds the gateway beside the command: in its modules, in those of others, and in a checkout', async () => {
  const where = folder('listen: { port: 9000 }\n')
  const right = { code: 0, stdout: expect.stringMatching(/^reason\.config\.yaml is valid/) as unknown }

  const modules = install(folder(''))
  expect(await checkFrom(join(modules, 'node_modules/@reason/cli'), where)).toMatchObject(right)

  const checkout = folder('')
  mkdirSync(join(checkout, 'apps/server'), { recursive: true })
  const manifest = (name: string) =>
    writeFileSync(join(checkout, 'apps/server/package.json'), JSON.stringify({ name, bin: { 'reason-server': server } }))
  manifest('@reason/server')
  expect(await checkFrom(join(checkout, 'apps/cli'), where)).toMatchObject(right)
  manifest('another-server')
  expect(await checkFrom(join(checkout, 'apps/cli'), where)).toMatchObject({ code: 3 })
})

it('says that there is no gateway', async () => {
  const path = folder('')
  const { code, stderr } = await checkFrom(path, path)
  expect(code).toBe(3)
  expect(stderr).toMatch(/^The gateway, @reason\/server, is not installed in .*nor beside.*run: npx @reason\/server config check\n$/)
})

it('has the gateway explain what becomes of a model with its configuration', async () => {
  const cwd = install(folder("upstreams: [{ name: local, url: 'http://127.0.0.1:1/v1', aliases: { best: qwen3:8b } }]\n"))
  const { code, stdout } = await reason(['explain', '--model', 'best', '--config', 'reason.config.yaml'], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ model: 'best', upstreams: [{ upstream: 'local', model: 'qwen3:8b', verdict: 'taken' }] })
  expect(code).toBe(0)
  expect((await reason(['config', 'explain', 'best'], { cwd })).stdout).toBe(stdout)
  expect(await reason(['explain', '--model', 'best', '--config', 'none.yaml'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('none.yaml') as unknown,
  })
})

it.each([
  [['--config', 'reason.config.yaml', '--provider', 'groq'], 'with --config a model is needed'],
  [['--config', 'reason.config.yaml', '--model', 'm', '--adapter', 'plain'], 'With --config, give the model alone'],
])('explains nothing of a configuration with %j', async (flags, says) => {
  expect(await reason(['explain', ...flags])).toMatchObject({ code: 2, stderr: expect.stringContaining(says) as unknown })
})
