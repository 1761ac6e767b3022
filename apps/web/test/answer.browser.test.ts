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
