import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser, type OpenPage } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream, type Piece, type Script, type Upstream } from './kit/upstream.ts'

/** Attempts to run or load something, each in the answer and in the reasoning. */
const attacks: readonly string[] = [
  '<script>window.hacked = 1</script>',
  '<img src="http://127.0.0.1:9/beacon.png" onerror="window.hacked = 1">',
  '![beacon](http://127.0.0.1:9/beacon.png)',
  '![beacon][ref]\n\n[ref]: http://127.0.0.1:9/beacon.png "title"',
  '[click](javascript:window.hacked=1)',
  '[click](JaVa\tScRiPt:window.hacked=1)',
  '[click](&#106;avascript:window.hacked=1)',
  '[click](data:text/html,<script>window.hacked=1</script>)',
  '[click](vbscript:window.hacked=1)',
  '[relative](api/session)',
  '<a href="javascript:window.hacked=1">click</a>',
  '<javascript:window.hacked=1>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<svg onload="window.hacked=1"><use href="http://127.0.0.1:9/x.svg#x"/></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.hacked=1>',
  '<style>@import url(http://127.0.0.1:9/x.css); * { display: none }</style>',
  '<link rel="stylesheet" href="http://127.0.0.1:9/x.css"><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '<form action="http://127.0.0.1:9/"><input name="q"><button>Sign in</button></form>',
  '<details open ontoggle="window.hacked=1"><summary>x</summary></details>',
  '```html\n<script>window.hacked = 1</script>\n```',
  '`<img src=x onerror=window.hacked=1>`',
  '| a |\n| - |\n| <img src=x onerror=window.hacked=1> |',
  '&lt;img src=x onerror=window.hacked=1&gt;',
  '<base href="http://127.0.0.1:9/">',
]

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

const scripts: Readonly<Record<string, Script>> = {
  attacks: {
    pieces: [...attacks.map((text): Piece => ({ reasoning: `${text}\n\n` })), ...attacks.map((text) => `${text}\n\n`), 'The end.'],
  },
  bidi: {
    pieces: [
      { reasoning: 'Is it user\u202Egpj.exe\u202C?' },
      'Open user\u202Egpj.exe\u202C now, and \u2067this\u2069.\n\n`rm \u202E-rf`\n\nThe end.',
    ],
  },
  'long-line': { pieces: [{ reasoning: 'x'.repeat(1_000_000) }, ...many(64, () => 'y'.repeat(16_384)), '\n\nThe end.'] },
  'many-parts': {
    pieces: [
      ...many(50_000, (index): Piece => ({ reasoning: index % 12 === 0 ? 'so\n' : 'so ' })),
      ...many(50_000, (index) => (index % 40 === 0 ? 'word\n\n' : 'word ')),
      '\n\nThe end.',
    ],
  },
  nested: {
    pieces: ['> '.repeat(5000), 'deep\n\n', '*'.repeat(20_000), '\n\n', '['.repeat(20_000), '\n\n', '- '.repeat(5000), '\n\nThe end.'],
  },
}

describe.skipIf(chromium === undefined)(`answers that mean harm${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream(scripts)
    gateway = await startGateway(['--upstream', upstream.url])
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  async function ask(model: string): Promise<OpenPage> {
    const opened = await open(gateway.url)
    await opened.page.getByRole('combobox', { name: 'Model' }).selectOption(model)
    await opened.page.fill('#question', 'Well?')
    await opened.page.keyboard.press('Enter')
    return opened
  }

  test('run nothing, load nothing, and are read as the text that they are', async () => {
    const { page, requests } = await ask('attacks')
    await page.locator('.answer-text', { hasText: 'The end.' }).waitFor()
    await page.locator('.lane-foot').waitFor()
    await page.locator('.panel-title').click()

    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
    const elements = await page
      .locator('.lane')
      .evaluate((lane) => [...new Set([...lane.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))])
    for (const name of ['script', 'img', 'iframe', 'svg', 'style', 'link', 'meta', 'form', 'base', 'object', 'embed', 'math']) {
      expect(elements).not.toContain(name)
    }
    const attributes = await page
      .locator('.lane-body')
      .evaluate((body) =>
        [...body.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
        ),
      )
    expect(attributes).toEqual([])
    expect(await page.locator('.answer-text a').count()).toBe(0)
    await expect.poll(() => page.locator('.answer-text').innerText()).toContain('<script>window.hacked = 1</script>')
    await expect.poll(() => page.locator('.panel-body').innerText()).toContain('<img src="http://127.0.0.1:9/beacon.png"')

    // A click on each of them leads nowhere.
    for (const dead of await page.locator('.dead-link').all()) await dead.click()
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    expect(page.url().startsWith(gateway.url)).toBe(true)
  })

  test('cannot turn the order of what is read', async () => {
    const { page } = await ask('bidi')
    await page.locator('.lane-foot').waitFor()
    const text = await page.locator('.answer-text').evaluate((element) => element.textContent ?? '')
    expect(text).toContain('userRLOgpj.exePDF now')
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    await expect.poll(() => page.locator('.answer-text .control-mark').allTextContents()).toEqual(['RLO', 'PDF', 'RLI', 'PDI', 'RLO'])
  })

  test.each(['long-line', 'many-parts', 'nested'])('do not stop the page: %s', async (model) => {
    const { page } = await ask(model)
    // While all of it comes in, the user writes the next question.
    await page.fill('#question', '')
    await page.locator('#question').pressSequentially('Still here?')
    await expect.poll(() => page.inputValue('#question')).toBe('Still here?')
    await page.locator('.answer-text', { hasText: 'The end.' }).waitFor()
    await page.locator('.lane-foot').waitFor()
    expect(await page.locator('.problem').count()).toBe(0)
  })

  test('lose nothing of themselves: a long line is there as a whole', async () => {
    const { page } = await ask('long-line')
    await page.locator('.lane-foot').waitFor()
    await page.locator('.panel-title').click()
    const lengthOf = (selector: string, letter: string): Promise<number> =>
      page.locator(selector).evaluate((element, one) => (element.textContent ?? '').split(one).length - 1, letter)
    await expect.poll(() => lengthOf('.panel-body', 'x')).toBe(1_000_000)
    await expect.poll(() => lengthOf('.answer-text', 'y')).toBe(64 * 16_384)
  })
})
