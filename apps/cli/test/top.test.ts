import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '@reason/testkit/model-servers'
import { startGateway } from './gateway.ts'
import { command, reason } from './reason.ts'
import { hasScript, openScreen, openTerminal, scriptMissing } from './screen.ts'

const gateway = await startGateway('--pace', '0', '--session-budget', '40')
const model = 'embedded/qwen3-native'
const ask = (session: string) => reason(['chat', '-q', '--gateway', gateway.url, '--model', model, '--session', session, 'What is 17 * 3?'])
await ask('alice')

const top = (...flags: string[]) => reason(['top', '--gateway', gateway.url, ...flags])

describe('reason top', () => {
  it('prints once into a pipe how budgets, models and upstreams stand', async () => {
    const { stdout, stderr, code } = await top()
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^reason top http:\/\/127\.0\.0\.1:\d+ · \S+ · up \d+ (?:s|min) · \d\d:\d\d:\d\d\n\nnow +0 running · /)
    expect(stdout).toMatch(/\nsession alice +█+░+ +27 of 40\b/)
    expect(stdout).toMatch(/\nembedded\/qwen3-native .* 13\n/)
    expect(stdout).toMatch(/\n\d\d:\d\d:\d\d +embedded\/qwen3-native +stop +.* alice\n/)
  })

  it('prints the same as one line of JSON', async () => {
    const { stdout, code } = await top('--once', '--json')
    expect(code).toBe(0)
    expect(stdout.match(/\n/g)).toHaveLength(1)
    const { gateway: url, rates, budgets, sample, generations } = JSON.parse(stdout)
    expect(url).toBe(gateway.url)
    expect(rates.models[0]).toMatchObject({ model, reasoningInAll: 13 })
    expect(budgets.balances).toContainEqual(expect.objectContaining({ scope: 'session', of: 'alice', used: 13, limit: 40 }))
    expect(sample.tokens[model].reasoning).toBe(13)
    expect(generations.at(-1)).toMatchObject({ model, session: 'alice', outcome: 'stop', status: 200 })
    expect(rates.firstAnswer).toBe(generations.at(-1).firstAnswerMs / 1000)
    expect(rates.firstReasoning).toBe(generations.at(-1).firstReasoningMs / 1000)
  })

  it('says that no gateway answers, and what to do', async () => {
    const { stderr, code } = await reason(['top', '--gateway', 'http://127.0.0.1:1'])
    expect(stderr).toBe('reason: no gateway answers at http://127.0.0.1:1. Start it, or set its address with --gateway.\n')
    expect(code).toBe(3)
  })

  it('says that something else answers', async () => {
    const { url, close } = await listen((_, response) => response.setHeader('content-type', 'text/html').end('<h1>It works</h1>'))
    onTestFinished(close)
    const { stderr, code } = await reason(['top', '--gateway', url])
    expect(stderr).toContain('is no gateway of Reason: it answers /api/live with text/html.')
    expect(code).toBe(3)
  })

  it('wants the key of an administrator where there are keys', async () => {
    const keyed = await startGateway('--pace', '0', '--require-keys')
    const path = join(keyed.folder, 'keys.json')
    const create = async (...flags: string[]): Promise<string> => {
      const { stdout, stderr } = await reason(['keys', 'create', ...flags, '--file', path])
      const [key] = /rsk_[^\s"]+/.exec(stdout + stderr) ?? []
      return key!
    }
    const operator = await create('operator', '--admin')
    const client = await create('client')
    const withKey = (key: string | undefined) =>
      reason(['top', '--once', '--gateway', keyed.url], key === undefined ? {} : { env: { REASON_KEY: key } })
    await expect.poll(async () => (await withKey(undefined)).code).toBe(3)
    expect((await withKey(undefined)).stderr).toMatch(
      /needs a key.* Use the key of an administrator: reason keys create operator --admin\n$/,
    )
    expect((await withKey(client)).stderr).toMatch(/answers with HTTP 403: .*not an administrator's\. Send one that is: reason keys create/)
    expect(await withKey(operator)).toMatchObject({ code: 0, stderr: '' })
  })

  describe.skipIf(!hasScript)(`in a terminal${scriptMissing}`, () => {
    it('shows what happens while it happens, fits the window, and leaves the terminal as it was', async () => {
      const screen = openScreen(['top', '--gateway', gateway.url], { columns: 70, rows: 20 })
      await screen.shows('session alice')
      await ask('bob')
      await screen.shows('session bob')
      const seen = screen.lines()
      expect(seen.length).toBeLessThanOrEqual(20)
      expect(Math.max(...seen.map((line) => line.length))).toBeLessThanOrEqual(70)
      screen.type('q')
      expect(await screen.ended).toBe(0)
      expect(screen.raw()).toContain('\u001B[?25h\u001B[?1049l')
      expect(screen.lines()).toEqual([])
    })

    it('is as wide as most, where a terminal does not say how wide it is', async () => {
      const screen = openTerminal(['sh', '-c', 'stty cols 0 rows 0; exec "$@"', 'sh', ...command, 'top', '--gateway', gateway.url])
      await screen.shows(/session alice .* of 40/)
      screen.type('q')
      expect(await screen.ended).toBe(0)
    })

    it.each([70, 60])('shows its numbers in %d columns, and its signs at ?', async (columns) => {
      const screen = openTerminal([
        'sh',
        '-c',
        `stty cols ${columns} rows 30; exec "$@"`,
        'sh',
        ...command,
        'top',
        '--gateway',
        gateway.url,
      ])
      await screen.shows(/session alice .* of 40/)
      expect(screen.lines()).toContainEqual(expect.stringMatching(/^embedded\/\S+ +[\d.]+ +[\d.]+ +[\d.]+ +\d+$/))
      screen.type('?')
      await screen.shows('≈ estimated')
      screen.type('q')
      expect(await screen.ended).toBe(0)
    })

    it('ends with Ctrl-C', async () => {
      const screen = openScreen(['top', '--gateway', gateway.url])
      await screen.shows('q quits')
      screen.type('\u0003')
      expect(await screen.ended).toBe(130)
    })
  })
})
