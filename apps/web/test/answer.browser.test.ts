import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream, type Upstream } from './kit/upstream.ts'

const lists = ['- بند أول\n- بند ثان', '1. פריט\n2. פריט', '- بند\n\n  ثم\n\n- بند', '- one\n- two', 'Intro.\n\n- بند\n\n  - بند']

describe.skipIf(chromium === undefined)(`answers from right to left${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream({ lists: { pieces: lists.map((list) => `${list}\n\n---\n\n`) } })
    gateway = await startGateway(['--upstream', upstream.url])
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  test('marks of lists have their room, on the side where their text begins', async () => {
    const { page } = await open(gateway.url)
    await page.fill('#question', 'Well?')
    await page.keyboard.press('Enter')
    await page.locator('.lane-foot').waitFor()
    const items = await page.locator('.answer-text li').evaluateAll((all) =>
      all.map((item) => {
        const box = item.getBoundingClientRect()
        const around = item.closest('.answer-block')!.getBoundingClientRect()
        const { direction } = getComputedStyle(item)
        return { text: item.textContent.trim(), direction, room: direction === 'rtl' ? around.right - box.right : box.left - around.left }
      }),
    )
    expect(items.length).toBeGreaterThanOrEqual(9)
    expect(items.filter(({ room }) => room < 16)).toEqual([])
    expect(items.filter(({ text, direction }) => direction !== (/^[a-z]/.test(text) ? 'ltr' : 'rtl'))).toEqual([])
  })
})

/** With what Markdown would make of each. */
const formulas = [String.raw`\(x_1, \, x_2 \in \{0, 1\}\)`, String.raw`\[ a *b* \\ c \]`, '$a*b*c_{d}$', '$$e^{i\\pi}\\, = -1$$']
const tall = String.raw`\[
x
= y \\
- z
\]`
const table = `| Name | What it is for | Value |\n|---|---|---|\n| total | ${'W'.repeat(150)} | 51 |\n`

describe.skipIf(chromium === undefined)(`what reasoning models like to write${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    const text = `So ${formulas.join(', and ')}.\n\nThen:\n${tall}\nIt costs $5 *in all*, or $6; \\*no\\* more.\n\n${table}`
    upstream = await startUpstream({ maths: { pieces: text.match(/[\s\S]{1,3}/g)! } })
    gateway = await startGateway(['--upstream', upstream.url])
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  async function answer(width: number) {
    const { page } = await open(gateway.url, { size: { width, height: 800 } })
    await page.fill('#question', 'Well?')
    await page.keyboard.press('Enter')
    await page.locator('.lane-foot').waitFor()
    return page
  }

  test('formulas are there as they were written, prices and emphasis as they are meant', async () => {
    const page = await answer(1280)
    expect(await page.locator('.answer-maths').allTextContents()).toEqual([...formulas, tall])
    expect(await page.locator('.answer-text p').nth(2).textContent()).toBe('It costs $5 in all, or $6; *no* more.')
    expect(await page.locator('.answer-text em').allTextContents()).toEqual(['in all'])
  })

  test('words of a table stay whole, on a phone, too, and the page as wide as it is', async () => {
    const page = await answer(360)
    const heights = await page.locator('.answer-table td').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }),
    )
    expect([heights[0], heights[2]]).toEqual([1, 1])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
