import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { keyFile } from '../../support/key-file.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const model = 'embedded/qwen3-tags'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-budget-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const ask = async (url: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
  const body = JSON.stringify({ model, messages: question })
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
  await response.text()
  return response.status
}

const balanceOf = async (url: string): Promise<object> => {
  const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as { budgets: { used: number; reserved: number }[] }
  return { used: budgets[0]!.used, reserved: budgets[0]!.reserved }
}

it('budgets survive a restart, and gateways share them that have one file', async () => {
  const flags = ['--budget-store', `sqlite:${join(newFolder(), 'b.db')}`, '--session-budget', '20']
  const first = await startGateway(...flags)
  expect(await ask(first.url)).toBe(200)
  await expect.poll(() => balanceOf(first.url)).toEqual({ used: 14, reserved: 0 })
  await first.close()
  const [second, third] = [await startGateway(...flags), await startGateway(...flags)]
  expect(await balanceOf(second.url)).toEqual({ used: 14, reserved: 0 })
  expect(await ask(second.url)).toBe(200)
  await expect.poll(() => balanceOf(third.url)).toEqual({ used: 28, reserved: 0 })
  expect([await ask(second.url), await ask(third.url)]).toEqual([429, 429])
})

it('by default the file is in the data folder; in memory budgets end with their gateway', async () => {
  for (const [where, used] of [
    ['sqlite', 14],
    ['memory', 0],
  ] as const) {
    const flags = ['--data-dir', newFolder(), ...(where === 'sqlite' ? [] : ['--budget-store', where])]
    const first = await startGateway(...flags)
    expect(await ask(first.url)).toBe(200)
    await expect.poll(() => balanceOf(first.url)).toEqual({ used: 14, reserved: 0 })
    await first.close()
    expect([where, await balanceOf((await startGateway(...flags)).url)]).toEqual([where, { used, reserved: 0 }])
  }
})

it('a gateway whose budgets cannot be kept in a file answers, and says that none hold', async () => {
  const { url, app } = await startGateway('--budget-store', `sqlite:${join(newFolder(), 'none', 'b.db')}`)
  const lines: string[] = []
  app.log.warn = ((fields: object, text: string) => lines.push(`${JSON.stringify(fields)} ${text}`)) as never
  expect([await ask(url), await ask(url)]).toEqual([200, 200])
  // Each answer fails twice at the store. The log has one line of it.
  await expect.poll(async () => await (await fetch(`${url}/metrics`)).text()).toMatch(/event="store_failed"\S* 4\n/)
  expect(lines.filter((line) => line.includes('"event":"reasoning_budget_store_failed"'))).toHaveLength(1)
  const shown = await fetch(`${url}/api/sessions/alice/budget`)
  expect([shown.status, await shown.text()]).toEqual([503, expect.stringMatching(/directory does not exist \(.*b\.db\)/) as string])
})

it('of thirty requests at once as many begin as a key has tokens for, over two gateways with one file', async () => {
  const open: (() => void)[] = []
  const upstream = await startUpstream((request, response) => {
    request.resume()
    sendStream(response)
    response.write(chunk({ content: 'One' }))
    open.push(() => void response.end(chunk({ content: ' two.' }, { finish_reason: 'stop' }) + done))
  })
  const { path, make } = keyFile()
  const { text } = await make({ rateLimits: { tokensPerMinute: 100 } })
  const flags = ['--budget-store', `sqlite:${join(newFolder(), 'b.db')}`, '--upstream', upstream, '--keys', path, '--require-keys']
  const gateways = [await startGateway(...flags), await startGateway(...flags)]
  const chat = (index: number): Promise<Response> =>
    gateways[index % 2]!.chat(
      { model: 'm', stream: true, max_tokens: 5, messages: question },
      { headers: { 'content-type': 'application/json', authorization: `Bearer ${text}` } },
    )
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => chat(index)))
  const begun = answers.filter(({ status }) => status === 200)
  // About 25 tokens of input and 5 of output each.
  expect(begun.length).toBeGreaterThan(1)
  expect(begun.length).toBeLessThan(6)
  expect(open).toHaveLength(begun.length)
  const refused = answers.find(({ status }) => status === 429)!
  expect(await refused.text()).toContain('has used its 100 tokens per minute, including the tokens reserved for running requests.')
  open.splice(0).forEach((end) => end())
  await Promise.all(begun.map((answer) => answer.text()))
})
