import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'

describe.skipIf(chromium === undefined)(`the frame of the pages${noBrowser}`, () => {
  const open = useBrowser()
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway?.stop())

  const titles = {
    '': 'Playground',
    '#/bench': 'Splitter bench',
    '#/traces': 'Traces',
    '#/dashboard': 'Dashboard',
    '#/keys': 'Keys and settings',
  }

  test.each(Object.entries(titles))('opens %s, which axe finds nothing serious in', async (path, title) => {
    for (const [scheme, size] of [
      ['light', { width: 1280, height: 800 }],
      ['dark', { width: 390, height: 780 }],
    ] as const) {
      const { page, requests } = await open(gateway.url, { path, scheme, size })
      await page.waitForSelector(`h1:text-is("${title}")`, { state: 'attached' })
      await expect.poll(() => page.title()).toBe(`${title} · Reason`)
      await expect.poll(() => page.getByRole('link', { name: title }).getAttribute('aria-current')).toBe('page')
      expect(await seriousFindings(page)).toEqual([])
      expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
  })

  test('an address that misses its # leads to the page', async () => {
    for (const [path, title] of Object.entries(titles)) {
      const { page } = await open(gateway.url, { path: path.slice(2) })
      await page.waitForSelector(`h1:text-is("${title}")`, { state: 'attached' })
      expect(new URL(page.url()).hash).toBe(path)
    }
  })

  test('its policy lets no script in that the gateway did not send, and none of the pages goes against it', async () => {
    const one = await open(gateway.url)
    await one.page.waitForSelector('.welcome')
    for (const path of Object.keys(titles)) {
      await one.page.goto(gateway.url + path)
      await one.page.waitForSelector(`h1:text-is("${titles[path as keyof typeof titles]}")`, { state: 'attached' })
    }
    expect(one.complaints).toEqual([])
    const hasRun = await one.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "it ran"'
      document.body.append(script)
      return document.title === 'it ran'
    })
    expect(hasRun).toBe(false)
    await expect.poll(() => one.complaints).toHaveLength(1)
    expect(one.complaints.splice(0)).toEqual([expect.stringContaining('Content Security Policy')])
  })

  test('goes from page to page by the keyboard, says where it is, and comes back', async () => {
    const { page } = await open(gateway.url)
    await page.waitForSelector('.welcome')
    await page.keyboard.press('2')
    await page.waitForSelector('h1:text-is("Splitter bench")')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.goBack()
    await page.waitForSelector('.welcome')
  })

  test('shows the keys under a question mark, and not while the user writes one', async () => {
    const { page } = await open(gateway.url)
    await page.waitForSelector('#question')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.focus('#question')
    await page.keyboard.type('Why?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.inputValue('#question')).toBe('Why?')
  })

  test('keeps the colours that were chosen, and nothing else', async () => {
    const { page } = await open(gateway.url, { scheme: 'light' })
    await page.waitForSelector('.welcome')
    await page.getByRole('button', { name: 'System colours' }).click()
    await page.getByRole('button', { name: 'Light colours' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.reload()
    await page.waitForSelector('.welcome')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['reason.model', 'reason.theme'])
  })

  test('says that the gateway is gone, and takes up where it was when it is back', async () => {
    const one = await open(gateway.url)
    await one.page.waitForSelector('.welcome')
    await one.page.route('**/v1/generate', (route) => route.abort())
    await one.page.fill('#question', 'Hello?')
    await one.page.keyboard.press('Enter')
    await one.page.getByText('The gateway does not respond. Check that it is running').waitFor()
    await one.page.unroute('**/v1/generate')
    await one.page.getByRole('button', { name: 'Retry' }).click()
    await one.page.getByRole('tabpanel', { name: 'Answer' }).getByText('The answer is 51.').waitFor()
    one.complaints.splice(0)
  })
})
