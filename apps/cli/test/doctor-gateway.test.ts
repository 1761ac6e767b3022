import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@reason/testkit/programs'
import { afterAll, expect, it } from 'vitest'
import { chat, frames, message, openaiModels, serve } from '@reason/testkit/model-servers'
import { reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-doctor-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

const thought =
  'They want to know what seventeen times three is, which is ten times three plus seven times three, and that is easy to say by heart.'

/** The program itself, with the configuration as it was written. */
async function startGateway(config: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [...programs.server, '--config', config, '--port', '0', '--traces', 'off', '--data-dir', join(folder, 'data')],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  endings.push(() => child.kill())
  let text = ''
  child.stderr.on('data', (piece) => (text += piece))
  for await (const piece of child.stdout) {
    text += piece
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
    if (address !== undefined && text.includes('listening')) return address
  }
  throw new Error(`The gateway did not start: ${text}`)
}

it('starts a gateway that gives clean answers where the server does not', async () => {
  const content = `${thought}\n</think>\n\nThe answer is 51.`
  const server = await serve({
    'GET /v1/models': openaiModels('someone', 'house-model', 'other'),
    'POST /v1/chat/completions': chat({
      whole: message({ content }),
      streamed: frames(...content.match(/.{1,9}/gs)!.map((piece) => ({ content: piece }))),
    }),
  })
  endings.push(() => server.close())
  const file = join(folder, 'reason.config.json')
  expect((await reason(['doctor', '--upstream', server.url, '--write', file])).code).toBe(1)

  const address = await startGateway(file)
  const ask = (stream: boolean): Promise<Response> =>
    fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'house-model', messages: [{ role: 'user', content: 'What is 17 * 3?' }], stream }),
    })
  const whole = (await (await ask(false)).json()) as { choices: { message: object }[] }
  expect(whole.choices[0]!.message).toMatchObject({ content: 'The answer is 51.', reasoning_content: thought })
  const streamed = (await (await ask(true)).text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? '')
  expect(streamed.join('')).toBe('The answer is 51.')

  // Asked about the gateway itself, it says so.
  const { stdout } = await reason(['doctor', '--upstream', address, '--no-send', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ server: "Reason's own gateway", findings: [{ id: 'gateway' }, { id: 'not-sent' }] })
  const printed = (await reason(['doctor', '--upstream', address, '--no-send'])).stdout
  expect(printed).toContain('not a server behind one')
  expect(printed).not.toContain('Start the gateway')
})
