import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { type GenerateAnswer, generateEvent, generateRequest } from '@reason/gateway-api/generate'
import { startGateway } from '../../../support/gateway.ts'

const guide = readFileSync(new URL('../../../../../../docs/reference/generate.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!)
const run = promisify(execFile)

it('what the guide asks is answered as it shows', async () => {
  const { url } = await startGateway()
  const [streamed = '', whole = ''] = blocks('sh').map((command) => command.replace('http://127.0.0.1:8787', url))
  const { stdout } = await run('sh', ['-c', streamed])
  const sent = stdout.trim().split('\n\n').map(normal)
  for (const event of blocks('text')[0]!.trim().split('\n\n')) expect(sent).toContainEqual(normal(event))

  const answer = JSON.parse((await run('sh', ['-c', whole])).stdout) as GenerateAnswer
  expect(answer).toMatchObject({ finish_reason: 'tool_calls', analysis: null, tool_calls: [{ name: 'get_weather' }] })
})

it('the script of the guide runs', async () => {
  const { url } = await startGateway()
  const folder = mkdtempSync(join(tmpdir(), 'reason-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'socket.mjs')
  writeFileSync(file, blocks('js')[0]!.replace('ws://127.0.0.1:8787', url.replace('http', 'ws')))
  expect((await run(process.execPath, [file])).stdout).toBe('The answer is 51.')
})

it('the guide lists every event and every field', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  const events = generateEvent.options.map(({ shape }) => shape.type.value)
  const elsewhere = ['model', 'prompt', 'messages']
  expect(names.toSorted()).toEqual(
    [...events, ...Object.keys(generateRequest.shape).filter((name) => !elsewhere.includes(name))].toSorted(),
  )
})

/** Replaces values that differ in each answer. */
const normal = (event: string): string => event.replace(/"id":"[^"]*"/, '"id":"…"').replace(/"created":\d+/, '"created":0')
