import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startProxy } from './kit/proxy.ts'
import { startUpstream, type Upstream } from './kit/upstream.ts'

const tags = 'embedded/qwen3-tags'
const path = '#/dashboard'

interface Asking {
  session?: string
  key?: string
  stream?: boolean
}

/** As any client asks. @returns The status. */
async function ask(gateway: Gateway, model: string, { session, key, stream = false }: Asking = {}): Promise<number> {
  const response = await fetch(`${gateway.url}v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(session !== undefined && { 'x-reason-session': session }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'What is 17 times 3?' }] }),
  })
  await response.text()
  return response.status
}

/** The sum of a series, as Prometheus gets it. */
async function counted(gateway: Gateway, name: string, model = ''): Promise<number> {
  const text = await (await fetch(`${gateway.url}metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(`model="${model}`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const isLive = (page: Page): Promise<void> => page.getByText('● Live').waitFor()

/** How much of the picture of first pieces has the colour of answers. */
const answerPixels = (page: Page): Promise<number> =>
  page
    .getByRole('img', { name: /^Time to first token/ })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const own = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
      own.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--answer')
      own.fillRect(0, 0, 1, 1)
      const [red, green, blue] = own.getImageData(0, 0, 1, 1).data
      own.clearRect(0, 0, 1, 1)
      own.drawImage(canvas, 0, 0)
      const { data } = own.getImageData(0, 0, width, height)
      let count = 0
      for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++
      return count
    })

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name }).first()
const tile = (page: Page, name: string) => page.locator('.tile', { hasText: name })
const row = (page: Page, name: string, text: string) => section(page, name).getByRole('row').filter({ hasText: text })

describe.skipIf(chromium === undefined)(`the dashboard${noBrowser}`, () => {
  const open = useBrowser()

  describe('of a gateway that replays recordings', () => {
    let gateway: Gateway
    beforeAll(async () => {
      gateway = await startGateway()
    })
    afterAll(() => gateway?.stop())

    test('says that nothing was asked, then moves with what is', async () => {
      const { page } = await open(gateway.url, { path })
      await page.getByText('No requests yet').waitFor()
      await isLive(page)
      await ask(gateway, tags, { session: 'alice' })
      await ask(gateway, tags, { session: 'bob' })
      await ask(gateway, 'embedded/gpt-oss-raw', { session: 'bob' })
      await ask(gateway, tags, { session: 'bob', stream: true })
      await tile(page, 'Requests/min').getByText('4 since start').waitFor()
      await expect.poll(() => page.getByText('No requests yet').count()).toBe(0)

      const cells = row(page, 'Models', tags).getByRole('cell')
      // As the recording reports it, and as Prometheus hears of it.
      await expect.poll(() => cells.nth(3).textContent()).toBe(String(3 * 20))
      const counts = [await counted(gateway, 'reasoning_tokens_total', tags), await counted(gateway, 'answer_tokens_total', tags)]
      await expect.poll(() => cells.nth(4).textContent()).toBe(String(counts[0]))
      await expect.poll(() => cells.nth(5).textContent()).toBe(String(counts[1]))
      // Most output first, then by what is clicked.
      const firstRow = section(page, 'Models').getByRole('row').nth(1)
      expect(await firstRow.innerText()).toContain(tags)
      await section(page, 'Models').getByRole('button', { name: 'Model', exact: true }).click()
      await expect.poll(() => firstRow.innerText()).toContain('embedded/gpt-oss-raw')
      await section(page, 'Models').locator('th[aria-sort="ascending"]', { hasText: 'Model' }).waitFor()
      const total = (await counted(gateway, 'reasoning_tokens_total')) + (await counted(gateway, 'answer_tokens_total'))
      expect(total).toBeGreaterThan(0)
      await tile(page, 'Tokens/s').getByText(`${total} since start`).waitFor()
      await tile(page, 'Time to reasoning')
        .getByText(/\d m?s\b/)
        .waitFor()
      await tile(page, 'Time to answer')
        .getByText(/\d m?s\b/)
        .waitFor()
      // The legend was there before anything was known.
      for (const value of await page.locator('.chart', { hasText: 'Time to first token' }).locator('.chart-legend b').all())
        await expect.poll(() => value.textContent()).toMatch(/\d m?s\b/)
      await tile(page, 'Gateway overhead')
        .getByText(/\d m?s\b/)
        .waitFor()
      await tile(page, 'Reasoning share')
        .getByText(/^\d+%$/)
        .waitFor()
      const budgets = section(page, 'Recent budgets').getByText(/ of 500,000/)
      await expect.poll(() => budgets.count()).toBe(2)
    })

    test.each([
      ['a model', 'Models', tags, `model=${encodeURIComponent(tags)}`],
      ['a session', 'Recent budgets', 'alice', 'session=alice'],
    ])('leads to the traces of %s', async (_, name, text, query) => {
      await ask(gateway, tags, { session: 'alice' })
      const { page } = await open(gateway.url, { path })
      await section(page, name).getByRole('link', { name: text }).first().click()
      await page.waitForSelector('h1:text-is("Traces")', { state: 'attached' })
      expect(decodeURIComponent(page.url())).toContain(decodeURIComponent(query))
    })

    test('adds up tokens of stored traces, by what is chosen, and leads to them', async () => {
      await ask(gateway, tags, { session: 'adding' })
      await ask(gateway, tags, { session: 'adding' })
      const stored = async () => (await (await fetch(`${gateway.url}api/usage?session=adding`)).json()) as { all: { traces: number } }
      await expect.poll(async () => (await stored()).all.traces).toBe(2)
      const { page } = await open(gateway.url, { path })
      const usage = section(page, 'Tokens in stored traces')
      await usage.getByRole('row').filter({ hasText: tags }).waitFor()
      await usage.getByRole('combobox').first().selectOption('session')
      const cells = usage.getByRole('row').filter({ hasText: 'adding' }).getByRole('cell')
      await cells.first().waitFor()
      // Traces, and input, cached, output and reasoning as the recording reports them.
      expect((await cells.allTextContents()).slice(1)).toEqual(['2', '40', '38', '90', '≈ 28', '≈ 74%'])
      await usage.getByRole('link', { name: 'adding' }).click()
      await page.waitForSelector('h1:text-is("Traces")', { state: 'attached' })
      expect(page.url()).toContain('since=7d&session=adding')
    })

    test('leads to the traces of the time that a picture shows, and to one', async () => {
      await ask(gateway, tags, { session: 'timed' })
      const { page } = await open(gateway.url, { path })
      await isLive(page)
      await page.getByRole('link', { name: 'Traces in this range' }).first().click()
      await page.waitForSelector('h1:text-is("Traces")', { state: 'attached' })
      expect(page.url()).toMatch(/since=\d{13}&until=\d{13}/)
      await page.goBack()
      await row(page, 'Latest generations', 'timed').getByRole('link', { name: 'open' }).click()
      await page.waitForURL(/#\/traces\/trace_/)
      await page.getByText('timed').first().waitFor()
    })

    test('says when nothing comes any more, although the connection is open', async () => {
      const proxy = await startProxy(gateway.url, '/')
      try {
        const { page } = await open(proxy.url, { path })
        await isLive(page)
        proxy.fallSilent()
        await page.getByText('No update from the gateway for a while.').waitFor()
        await page.close()
      } finally {
        await proxy.stop()
      }
    })

    test('says in words what its pictures show, and axe finds nothing serious in it', async () => {
      await ask(gateway, tags, { stream: true })
      for (const scheme of ['light', 'dark'] as const) {
        for (const size of [
          { width: 1280, height: 800 },
          { width: 390, height: 800 },
        ]) {
          const { page } = await open(gateway.url, { path, scheme, size })
          await page.getByRole('img', { name: /^Tokens\/s by channel\. Now: Reasoning .*Commentary .*Answer/ }).waitFor()
          expect(await seriousFindings(page)).toEqual([])
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth))
            .toBe(true)
        }
      }
    })
  })

  test('warns of a budget, says that it is used up and who was refused, how often', async () => {
    const gateway = await startGateway(['--session-budget', '25'])
    try {
      const { page } = await open(gateway.url, { path })
      await page.getByText('No warnings, stops or refusals.').waitFor()
      const budgets = section(page, 'Recent budgets')
      await ask(gateway, tags, { session: 'alice' })
      const { budgets: known } = (await (await fetch(`${gateway.url}api/sessions/alice/budget`)).json()) as { budgets: { used: number }[] }
      await budgets.getByText(`${known[0]!.used} of 25`).waitFor()
      await ask(gateway, tags, { session: 'alice' })
      await budgets.getByText('is nearly used up').waitFor()
      await budgets.getByText('is used up').waitFor()
      await budgets.getByText('■ used up').waitFor()
      for (let refused = 0; refused < 3; refused++) expect(await ask(gateway, tags, { session: 'alice' })).toBe(429)
      await budgets.getByText('refused a request').waitFor()
      await budgets.getByText('3 times').waitFor()
      await budgets.getByText(/rejects requests · resets \d+ \w+, \d\d:\d\d:\d\d if unused until then/).waitFor()
      // A page that opens later shows the same.
      await page.reload()
      await budgets.getByText('3 times').waitFor()
      await budgets.getByText('is nearly used up').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      // Before the gateway, which it would miss.
      await page.close()
    } finally {
      await gateway.stop()
    }
  })

  test('says when the gateway is gone, keeps what it had, and goes on when it is back', async () => {
    const gateway = await startGateway()
    const one = await open(gateway.url, { path })
    const { page } = one
    await ask(gateway, tags, { session: 'before' })
    await row(page, 'Latest generations', 'before').waitFor()
    await gateway.stop()
    await page.getByText(/^■ Not live, as of/).waitFor()
    await page.getByText('Reconnecting.').waitFor()
    await row(page, 'Latest generations', 'before').waitFor()
    const again = await startGateway([], { port: Number(new URL(gateway.url).port) })
    try {
      await isLive(page)
      await page.getByText('No requests yet').waitFor()
      await expect.poll(() => page.getByText('Reconnecting.').count()).toBe(0)
    } finally {
      // The browser's message for a server that is away.
      one.complaints.splice(0)
      await page.close()
      await again.stop()
    }
  })

  test('tells of the only one that was streamed what its trace tells, and draws it', async () => {
    const upstream = await startUpstream({ slow: { pieces: [{ reasoning: 'Seventeen times three.' }, 'It is 51.'], paceMs: 300 } })
    const gateway = await startGateway(['--upstream', upstream.url])
    try {
      await ask(gateway, 'slow', { stream: true })
      const stored = async () =>
        (
          (await (await fetch(`${gateway.url}api/traces`)).json()) as {
            items: { durationMs: number; timings: { firstAnswerMs: number } }[]
          }
        ).items[0]
      await expect.poll(stored).toBeDefined()
      const { durationMs, timings } = (await stored())!
      const { page } = await open(gateway.url, { path })
      // Both clocks were read, one after the other: they differ by what came between, and never by as much as the edges of a bucket.
      const isAbout = (text: string | null, ms: number): boolean => {
        const [, figure, unit] = /^([\d.]+) (m?s)/.exec(text ?? '') ?? []
        return Math.abs(Number(figure) * (unit === 's' ? 1000 : 1) - ms) <= ms / 5
      }
      const value = tile(page, 'Time to answer').locator('.tile-value')
      await expect.poll(async () => isAbout(await value.textContent(), timings.firstAnswerMs)).toBe(true)
      await tile(page, 'Time to answer').getByText('1 stream in this range').waitFor()
      const line = row(page, 'Latest generations', 'slow')
      await expect.poll(async () => isAbout(await line.getByRole('cell').nth(4).textContent(), durationMs)).toBe(true)
      // The same word as in the list of traces.
      const outcome = await line.locator('.badge').first().textContent()
      await expect.poll(() => answerPixels(page)).toBeGreaterThan(4)
      await line.getByRole('link', { name: 'open' }).click()
      await page.locator('.trace-one').waitFor()
      await expect.poll(() => page.locator('.trace-line .trace-outcome').first().textContent()).toBe(outcome)
      expect(outcome).toBe('stop')
      await page.close()
    } finally {
      await gateway.stop()
      await upstream.stop()
    }
  })

  describe('of a gateway with two upstreams', () => {
    let good: Upstream
    let gateway: Gateway
    beforeAll(async () => {
      const thought = 'First I look at the question that was asked of me.'
      good = await startUpstream({
        'gpt-oss:20b': { pieces: [{ reasoning: thought }, `Well. ${thought} So yes.`] },
        'cut-off': { pieces: [{ reasoning: 'On and on. ' }], finish: 'length' },
        quick: { pieces: ['It is 51.'] },
      })
      const upstreams = [
        { name: 'good', url: good.url },
        { name: 'gone', url: 'http://127.0.0.1:9/v1', priority: 1 },
      ]
      gateway = await startGateway(['--upstreams', JSON.stringify(upstreams)])
    })
    afterAll(async () => {
      await gateway?.stop()
      await good?.stop()
    })

    test('says how they are, what was odd, and leads to the trace behind it', async () => {
      for (const model of ['gpt-oss:20b', 'cut-off', 'quick']) await ask(gateway, model, { stream: true })
      const { page } = await open(gateway.url, { path })
      await row(page, 'Upstreams', 'good').getByText('up').waitFor()
      await row(page, 'Upstreams', 'gone').waitFor()
      const odd = section(page, 'Leaks and anomalies')
      await odd.getByText('Leaks into answers').waitFor()
      await tile(page, 'Leaks since start').getByRole('link', { name: '1' }).waitFor()
      await odd.getByRole('link', { name: 'prefix_reappeared' }).click()
      await page.waitForURL(/#\/traces\/trace_/)
      await page.getByText('gpt-oss:20b').first().waitFor()
      await page.goBack()
      await odd.getByRole('link', { name: 'reasoning-exhausted' }).click()
      await page.waitForURL(/#\/traces\?outcome=reasoning-exhausted/)
      await page.getByText('cut-off').first().waitFor()
      // Each has a row of its own, also where nothing is known of the model.
      await page.goBack()
      for (const name of ['cut-off', 'quick', 'gpt-oss:20b']) await section(page, 'Models').getByRole('link', { name }).waitFor()
    })
  })

  describe('of a gateway that needs keys', () => {
    let gateway: Gateway
    beforeAll(async () => {
      gateway = await startGateway(['--require-keys'], { keys: [{ name: 'ops', admin: true }, { name: 'app' }] })
    })
    afterAll(() => gateway?.stop())

    test('asks for one, refuses those of others and says so, and opens for an administrator’s', async () => {
      const one = await open(gateway.url, { path })
      const { page } = one
      const [admin, other] = gateway.keys as [string, string]
      const signIn = async (key: string): Promise<void> => {
        await page.getByLabel('Key', { exact: true }).fill(key)
        await page.getByRole('button', { name: 'Sign in' }).click()
      }
      await page.getByRole('heading', { name: /Sign in|Administrators only/ }).waitFor()
      await signIn('rsk_nobody')
      await page.getByRole('alert').waitFor()
      await signIn(other)
      await page.getByRole('heading', { name: 'Administrators only' }).waitFor()
      expect(await page.locator('.tile').count()).toBe(0)
      await signIn(admin)
      await isLive(page)
      await ask(gateway, tags, { key: other, session: 'hers' })
      await section(page, 'Recent budgets').getByText('hers').waitFor()
      await page.reload()
      await isLive(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: /Sign in|Administrators only/ }).waitFor()
      // The browser's message for answers with 401.
      one.complaints.splice(0)
    })
  })
})
