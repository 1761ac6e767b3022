import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream, type Piece, type Upstream } from './kit/upstream.ts'

const bodyOf = async (request: Request): Promise<string> => (await (await request.response())?.text()) ?? ''

const secret = 'the elephant hides behind the second door'

describe.skipIf(chromium === undefined)(`reasoning is for the moment${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream({
      thinker: { pieces: [{ reasoning: 'I know: ' }, { reasoning: `${secret}.` }, 'It is ', 'behind a door.'], paceMs: 150 },
      watched: { pieces: untilSeen() },
      slow: { pieces: [{ reasoning: `${secret}.` }], endless: true },
    })
    gateway = await startGateway(['--upstream', upstream.url, '--traces', 'off'])
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  const seen = Promise.withResolvers<void>()
  /** Thinks until the test has looked: a busy browser shows nothing for a while. */
  async function* untilSeen(): AsyncGenerator<Piece> {
    yield { reasoning: 'I know: ' }
    yield { reasoning: `${secret}.` }
    await seen.promise
    yield 'It is '
    yield 'behind a door.'
  }

  /** Everywhere a page can keep something, and all that it shows or hides. */
  const everything = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const shadows = [...document.querySelectorAll('*')].map((element) => [...element.attributes].map(({ value }) => value).join(' '))
      return JSON.stringify([
        document.documentElement.textContent,
        shadows,
        { ...localStorage },
        { ...sessionStorage },
        databases,
        document.cookie,
        location.href,
        history.state,
        document.title,
        (await caches?.keys()) ?? [],
      ])
    })

  async function ask(page: Page, question: string): Promise<void> {
    await page.fill('#question', question)
    await page.keyboard.press('Enter')
  }

  test('it is seen while it comes, closes when the answer begins, and opens again', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('watched')
    await ask(page, 'Where is it?')
    await page.locator('.panel-body', { hasText: 'I know' }).waitFor()
    seen.resolve()
    await page.locator('.answer-text', { hasText: 'behind a door.' }).waitFor()
    await expect.poll(() => page.locator('.panel-body').count()).toBe(0)
    expect(await page.locator('.answer-text').textContent()).not.toContain('elephant')
    await page.getByRole('button', { name: /^Thought/ }).click()
    await page.locator('.panel-body', { hasText: secret }).waitFor()
  })

  test('it is gone with the next question: not in the page, not in what is kept, not in what is sent', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('thinker')
    await ask(page, 'Where is it?')
    await page.locator('.lane-foot').waitFor()
    await page.getByRole('button', { name: /^Thought/ }).click()
    await page.getByRole('tab', { name: 'Wire' }).click()
    await page.locator('.wire-row').first().waitFor()
    expect(await everything(page)).toContain('elephant')

    await page.getByRole('combobox', { name: 'Model' }).selectOption('slow')
    const sent = page.waitForRequest('**/v1/generate')
    await ask(page, 'Are you sure?')
    expect((await sent).postData()).not.toContain('elephant')
    await page.locator('.panel-body', { hasText: 'elephant' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    const [first] = await page.locator('.turn').all()
    expect(await first!.textContent()).not.toContain('elephant')
    await page.getByRole('button', { name: 'New chat' }).click()
    expect(await everything(page)).not.toContain('elephant')
    // Not in what went to the model either.
    expect(JSON.stringify(upstream.requests.at(-1)!['messages'])).not.toContain('elephant')
  })

  test('it is gone when the page is left, and does not come back with it', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('thinker')
    await ask(page, 'Where is it?')
    await page.locator('.lane-foot').waitFor()
    await page.getByRole('link', { name: 'Splitter bench' }).click()
    await page.waitForSelector('.bench')
    expect(await everything(page)).not.toContain('elephant')
    await page.goBack()
    await page.locator('.answer-text', { hasText: 'behind a door.' }).waitFor()
    expect(await everything(page)).not.toContain('elephant')
    await page.getByText('removed', { exact: true }).waitFor()
    await page.reload()
    await page.waitForSelector('.welcome')
    expect(await everything(page)).not.toContain('elephant')
  })

  test('a panel that is pinned stays open', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('thinker')
    await page.locator('body').press('p')
    await ask(page, 'Where is it?')
    await page.locator('.lane-foot').waitFor()
    await page.locator('.panel-body', { hasText: secret }).waitFor()
  })

  test.each([
    ['label', true],
    ['none', false],
  ] as const)('where %s may be seen of it, not a word arrives', async (visibility, isPanelShown) => {
    const quiet = await startGateway(['--upstream', upstream.url, '--traces', 'off', '--visibility', visibility])
    onTestFinished(() => quiet.stop())
    const { page } = await open(quiet.url)
    const bodies: Promise<string>[] = []
    page.on('requestfinished', (request) => void bodies.push(bodyOf(request)))
    await page.getByRole('combobox', { name: 'Model' }).selectOption('thinker')
    await ask(page, 'Where is it?')
    await page.locator('.lane-foot').waitFor()
    await expect.poll(() => page.locator('.panel').count()).toBe(isPanelShown ? 1 : 0)
    if (isPanelShown)
      await expect.poll(() => page.locator('.panel').innerText()).toMatch(/Thought\s+for [\d.]+ m?s\s+(?:≈ \d+ tokens\s+)?not shown/)
    await page.getByRole('tab', { name: 'Wire' }).click()
    await page.locator('.wire-row', { hasText: 'final' }).waitFor()
    expect(await everything(page)).not.toContain('elephant')
    expect((await Promise.all(bodies)).join('\n')).not.toContain('elephant')
  })
})
