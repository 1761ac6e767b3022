import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openTraceStore, type TraceStore } from '@reason/trace-store'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { manyTraces } from './kit/traces.ts'

const count = 1000
const largest = 500_000

describe.skipIf(chromium === undefined)(`the page of traces${noBrowser}`, () => {
  const open = useBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'reason-traces-'))
  let gateway: Gateway
  let store: TraceStore
  beforeAll(async () => {
    const url = `sqlite:${join(folder, 'traces.db')}`
    gateway = await startGateway(['--traces', url])
    store = await openTraceStore({ url, mode: 'full', journal: false, retention: false })
    await store.import(manyTraces(count, largest))
  })
  afterAll(async () => {
    await store?.close()
    await gateway?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const lines = (page: Page) => page.locator('.trace-line a')

  /** From its beginning to its end by the wheel, as the page loads it: every trace in the order in which it was seen. */
  async function scrollThrough(page: Page, meanwhile?: (round: number) => Promise<unknown>): Promise<string[]> {
    const seen: string[] = []
    for (let round = 0; round < 400; round++) {
      const ids = await lines(page).evaluateAll((links) => links.map((link) => link.getAttribute('data-trace')!))
      for (const id of ids) if (!seen.includes(id)) seen.push(id)
      if (await page.getByText('end of list').isVisible()) {
        const isAtEnd = await page.locator('.trace-scroll').evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1)
        if (isAtEnd) return seen
      }
      await meanwhile?.(round)
      await page.locator('.trace-scroll').evaluate(async (box) => {
        box.scrollTop += box.clientHeight * 0.8
        // Drawn, however busy the machine is.
        for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
      })
      await page.waitForTimeout(25)
    }
    throw new Error(`There is no end after ${seen.length}.`)
  }

  const stored = async (filter: Parameters<TraceStore['list']>[0]): Promise<string[]> => {
    const ids: string[] = []
    let after: string | undefined
    do {
      const { items, next } = await store.list(filter, { limit: 1000, ...(after !== undefined && { after }) })
      ids.push(...items.map(({ id }) => id))
      after = next
    } while (after !== undefined)
    return ids
  }

  test.each([
    ['session=chat-3', { session: 'chat-3' }],
    ['model=gpt-oss:20b', { model: 'gpt-oss:20b' }],
    ['provider=local', { provider: 'local' }],
    ['outcome=reasoning-exhausted', { outcome: 'reasoning-exhausted' }],
    ['minLeakScore=0.5', { minLeakScore: 0.5 }],
    ['minReasoningTokens=2300', { minReasoningTokens: 2300 }],
    ['minTotalTokens=2600', { minTotalTokens: 2600 }],
  ] as const)('lists with %s what the store has with it', async (query, filter) => {
    const { page } = await open(gateway.url, { path: `#/traces?${query}` })
    await lines(page).first().waitFor()
    const expected = await stored(filter)
    expect(expected.length).toBeGreaterThan(5)
    expect(await scrollThrough(page)).toEqual(expected)
  })

  test('further filters and exports are gone with what is done next, or by Escape, and never lie over each other', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    const filter = page.getByRole('textbox', { name: 'Provider' })
    const format = page.getByRole('link', { name: 'CSV' })
    await lines(page).first().waitFor()
    await page.locator('summary', { hasText: 'Export' }).click()
    await format.waitFor()
    await page.getByText('More filters').click()
    await filter.waitFor()
    await format.waitFor({ state: 'hidden' })
    await lines(page)
      .nth(2)
      .click({ position: { x: 20, y: 10 } })
    await filter.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: /^Trace of/ }).waitFor()
    // Escape closes what is on top, and the trace after it.
    await page.getByText('More filters').press('Enter')
    await filter.press('Escape')
    await filter.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More filters')
    expect(await page.getByRole('heading', { name: /^Trace of/ }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: /^Trace of/ }).waitFor({ state: 'hidden' })
  })

  test('on a phone all filters open together, and the list is to be had below them', async () => {
    const { page } = await open(gateway.url, { path: '#/traces', size: { width: 360, height: 500 } })
    await lines(page).first().waitFor()
    await page.getByText('More filters').click()
    await page.getByRole('textbox', { name: 'Model' }).fill('qwen3:8b')
    await page.getByLabel('Min reasoning tokens').fill('100')
    await expect.poll(() => page.url()).toContain('minReasoningTokens=100')
    expect(await page.getByRole('textbox', { name: 'Model' }).isVisible()).toBe(true)
    expect(await page.locator('.trace-scroll').evaluate((box) => box.clientHeight)).toBeGreaterThan(150)
  })

  test('takes filters by hand, keeps them in the address, and takes them away again', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    await lines(page).first().waitFor()
    await page.getByRole('textbox', { name: 'Session' }).fill('chat-3')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('length')
    await page.waitForFunction(() => location.hash.includes('session=chat-3') && location.hash.includes('outcome=length'))
    await page.getByRole('combobox', { name: 'Time' }).selectOption('30d')
    const expected = await stored({ session: 'chat-3', outcome: 'length' })
    await expect.poll(() => lines(page).count()).toBe(expected.length)
    await page.getByRole('button', { name: 'Remove the filter Session' }).click()
    await page.waitForFunction(() => !location.hash.includes('session'))
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.waitForFunction(() => location.hash === '#/traces')
  })

  test('sorts all traces by what is chosen, and a search by time', async () => {
    const { page } = await open(gateway.url, { path: '#/traces?session=chat-3' })
    await lines(page).first().waitFor()
    await page.getByLabel('Sort').selectOption('most reasoning first')
    await expect.poll(() => page.url()).toContain('sort=reasoningTokens')
    const { items } = await store.list({ session: 'chat-3' }, { limit: 1000, sort: 'reasoningTokens' })
    expect(items[0]!.reasoningTokens).toBe(Math.max(...items.map(({ reasoningTokens }) => reasoningTokens!)))
    await expect.poll(() => lines(page).first().getAttribute('data-trace')).toBe(items[0]!.id)
    expect(await scrollThrough(page)).toEqual(items.map(({ id }) => id))
    await page.getByLabel('Search reasoning').fill('weather')
    await expect.poll(() => page.getByLabel('Sort').isDisabled()).toBe(true)
    await expect.poll(() => lines(page).first().getAttribute('data-trace')).toBe((await stored({ session: 'chat-3' }))[0])
  })

  test('finds words of what was thought, and marks them in the list and in the trace', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    await page.getByRole('textbox', { name: 'Search reasoning' }).fill('"item 77"')
    await page.locator('.trace-found mark').first().waitFor()
    await expect.poll(() => lines(page).count()).toBe(1)
    expect((await page.locator('.trace-found mark').allTextContents()).join(' ').toLowerCase()).toContain('item')
    await lines(page).first().click()
    await page.locator('.trace-text mark').first().waitFor()
    await expect.poll(() => page.locator('.trace-text mark').allTextContents()).toEqual(['item 77'])
    await expect.poll(() => page.locator('.trace-redacted').allTextContents()).toEqual(['▇ email', '▇ secret: openai-key'])
  })

  test('goes through all pages without a jump or a double while new ones come', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    await lines(page).first().waitFor()
    const before = await stored({})
    const add = (round: number): Promise<unknown> | undefined =>
      round % 5 === 0 ? store.import([{ id: `trace_new_${round}`, createdAt: Date.now(), model: 'new', outcome: 'stop' }]) : undefined
    const seen = await scrollThrough(page, async (round) => add(round))
    expect(seen).toEqual(before)
    await page.getByRole('button', { name: /Show newer traces/ }).click()
    await page.locator('[data-trace^=trace_new_]').first().waitFor()
  })

  test('shows one as a timeline, with what is known and why it ended', async () => {
    const { page } = await open(gateway.url, { path: '#/traces/trace_000000000091' })
    const one = page.locator('.trace-one')
    await one.waitFor()
    const trace = (await store.get('trace_000000000091'))!
    for (const said of ['first reasoning', 'end', trace.seals[0]!.sha256]) await expect.poll(() => one.innerText()).toContain(said)
    await expect.poll(() => one.locator('.trace-bar rect').count()).toBeGreaterThan(1)
    await expect
      .poll(() => one.locator('.trace-items').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringContaining('signature')]))
    await expect.poll(() => one.locator('table').first().innerText()).toMatch(/reported/)
    expect(await seriousFindings(page)).toEqual([])
    await page.goto(`${gateway.url}#/traces/trace_000000000099`)
    await page.getByText('orphan-close').first().waitFor()
    // A page of its own: the list that is still shown would take the click.
    await page.goto('about:blank')
    await page.goto(`${gateway.url}#/traces?outcome=reasoning-exhausted`)
    await lines(page).first().click()
    await page.locator('.trace-blocks .badge.bad', { hasText: 'cut off' }).waitFor()
  })

  test('shows the beginning of the prompt, where the gateway stores it', async () => {
    const asking = await startGateway(['--trace-prompts'])
    onTestFinished(() => asking.stop())
    const body = JSON.stringify({
      model: 'embedded/qwen3-native',
      messages: [{ role: 'user', content: 'What is 17 * 3? I am jane@example.com' }],
    })
    const answer = await fetch(`${asking.url}v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const id = answer.headers.get('x-reason-trace-id')!
    await expect.poll(async () => (await fetch(`${asking.url}api/traces/${id}`)).status).toBe(200)
    const { page } = await open(asking.url, { path: '#/traces' })
    await page.locator('.trace-found', { hasText: /^What is 17 \* 3\? I am \[email:/ }).click()
    await page.locator('.trace-prompt', { hasText: /^What is 17 \* 3\? I am \[email:/ }).waitFor()
    expect(await page.locator('.trace-metadata').innerText()).not.toContain('What is')
    expect(await seriousFindings(page)).toEqual([])
  })

  test('shows unreported reasoning tokens, and what was thought without blank lines at its edges', async () => {
    const reasoningText = '\n\nFirst this.\n\nThen that.\n'
    const createdAt = Date.now() - 3 * (count + 1) * 2000
    await store.import([
      {
        id: 'trace_estimated',
        sessionKey: 'estimated',
        createdAt,
        outcome: 'length',
        reasoningText,
        reasoningTokens: 7,
        reasoningTokensSource: 'estimated',
        usage: { input: { value: 9, source: 'reported' }, output: { value: 20, source: 'reported' } },
        boundaries: [{ block: 0, channel: 'reasoning', boundary: 'limit', chars: reasoningText.length }],
      },
    ])
    const { page } = await open(gateway.url, { path: '#/traces/trace_estimated?session=estimated' })
    await page.locator('.trace-one').waitFor()
    await expect.poll(() => page.locator('.trace-line .trace-reasoning').textContent()).toBe('≈ 7')
    await expect
      .poll(() => page.locator('.trace-usage tr').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^input\s+9\s+reported by the provider/),
        expect.stringMatching(/^output\s+20\s+reported by the provider/),
        expect.stringMatching(/^reasoning\s+7\s+estimated/),
      ])
    await expect.poll(() => page.locator('.trace-text').textContent()).toBe('First this.\n\nThen that.')
    await page.getByText('Lengths include blank lines at the edges').waitFor()
    // Stored traces stay unchanged.
    const json = await page.getByRole('link', { name: 'Download JSON' }).getAttribute('href')
    expect(decodeURIComponent(json!)).toContain(JSON.stringify(reasoningText))
    const outcome = page.locator('.trace-facts > div', { hasText: 'Outcome' }).locator('dd')
    await expect.poll(() => outcome.textContent()).toBe('length: cut off at the limit')
  })

  test('says times by the clock of the reader, and durations of hours in hours', async () => {
    // A year ago, so that its list says which.
    const createdAt = new Date(new Date().getFullYear() - 1, 2, 5, 14, 3, 22).getTime()
    await store.append({ id: 'trace_marathon', createdAt, sessionKey: 'marathon', model: 'm', outcome: 'stop', durationMs: 5_550_000 })
    try {
      const { page } = await open(gateway.url, { path: `#/traces?session=marathon&until=${createdAt + 1000}` })
      const year = new Date(createdAt).getFullYear()
      await expect.poll(() => lines(page).first().locator('time').textContent()).toBe(`5 Mar ${year}, 14:03`)
      await expect.poll(() => lines(page).first().locator('.trace-duration').textContent()).toBe('1 h 33 min')
      await expect.poll(() => page.locator('.trace-chip-value').allInnerTexts()).toEqual(['marathon', `5 Mar ${year}, 14:03`])
    } finally {
      await store.deleteSession('marathon')
    }
  })

  test('shows the whole name of a filter, however long its value is', async () => {
    const { page } = await open(gateway.url, { path: `#/traces?q=${'wordy'.repeat(40)}` })
    const chip = page.locator('.trace-chips .button').first()
    await chip.waitFor()
    const [inside, name, cross] = await Promise.all([
      chip.boundingBox(),
      chip.locator('span').first().boundingBox(),
      chip.locator('[aria-hidden]').boundingBox(),
    ])
    expect(name!.x).toBeGreaterThan(inside!.x)
    expect(cross!.x + cross!.width).toBeLessThan(inside!.x + inside!.width)
  })

  test('compares two, and marks what only one of them says', async () => {
    const { page } = await open(gateway.url, { path: '#/traces/trace_000000000010' })
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await lines(page).nth(3).click()
    await page.getByRole('heading', { name: 'Two traces' }).waitFor()
    const [left, right] = await page.locator('.trace-pair > div').all()
    await expect.poll(() => left!.locator('mark').count()).toBeGreaterThan(0)
    expect(await left!.locator('mark').allInnerTexts()).not.toEqual(await right!.locator('mark').allInnerTexts())
    await expect.poll(() => page.locator('tr.different').count()).toBeGreaterThan(0)
    expect(await seriousFindings(page)).toEqual([])
  })

  test.each([360, 1100, 1440])('nothing lies over anything else in a list of a page %s wide, whatever is to be said', async (width) => {
    const { page } = await open(gateway.url, { path: '#/traces/trace_000000000253', size: { width, height: 800 } })
    if (width === 360) await page.getByRole('link', { name: 'Close' }).click()
    // With a leak and with warnings.
    await page.locator('input[name=q]').fill('"item 253"')
    const line = page.locator('[data-trace=trace_000000000253]')
    await line.locator('.trace-found').waitFor()
    const overlaps = await line.evaluate((link) => {
      const range = document.createRange()
      const seen = [...link.querySelectorAll('time, .trace-model, .badge, .trace-session, .trace-numbers > span')].flatMap((element) => {
        range.selectNodeContents(element)
        const { left, right, top, bottom } = element.matches('.badge') ? element.getBoundingClientRect() : range.getBoundingClientRect()
        const clip = element.getBoundingClientRect().right
        return right > left ? [{ name: element.className, left, right: Math.min(right, clip), top, bottom }] : []
      })
      return seen.flatMap((a, index) =>
        seen
          .slice(index + 1)
          .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
          .map((b) => `${a.name} / ${b.name}`),
      )
    })
    expect(overlaps).toEqual([])
    const room = await line.locator('.trace-model').evaluate((element) => element.clientWidth)
    expect(room).toBeGreaterThan(60)
  })

  test('compares one that went on with one mark for ever', async () => {
    const reasoningText = `And so it ends${'!'.repeat(300_000)}x. Does it?`
    await store.import([
      { id: 'trace_marks', createdAt: Date.now() - 60_000_000, model: 'shouter', sessionKey: 'shouting', outcome: 'length', reasoningText },
      {
        id: 'trace_calm',
        createdAt: Date.now() - 60_000_001,
        model: 'shouter',
        sessionKey: 'shouting',
        outcome: 'stop',
        reasoningText: 'Does it?',
      },
    ])
    try {
      const { page } = await open(gateway.url, { path: '#/traces/trace_marks/trace_calm' })
      const left = page.locator('.trace-pair > div').first()
      await left.locator('mark', { hasText: 'And so it ends!!!' }).waitFor()
      expect(await left.locator('.trace-text').textContent()).toBe(reasoningText)
    } finally {
      await store.deleteSession('shouting')
    }
  })

  test('exports what fits the filters, as it is stored', async () => {
    const { page } = await open(gateway.url, { path: '#/traces?session=chat-3' })
    await lines(page).first().waitFor()
    await page.locator('summary', { hasText: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'JSON lines' }).click()
    const rows = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\n')
    const expected = await Promise.all((await stored({ session: 'chat-3' })).map((id) => store.get(id)))
    const byId = (traces: { id: string }[]) => traces.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId(rows.map((row) => JSON.parse(row) as { id: string }))).toEqual(byId(JSON.parse(JSON.stringify(expected))))
  })

  test('deletes a session when that is confirmed, and not before; by the keyboard alone', async () => {
    const { page } = await open(gateway.url, { path: '#/traces?session=chat-5' })
    await lines(page).first().waitFor()
    const before = await stored({ session: 'chat-5' })
    await page.keyboard.press('j')
    await page.locator('.trace-one').waitFor()
    expect(page.url()).toContain(before[0]!)
    await page.getByRole('button', { name: 'Delete session…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /Delete all traces of chat-5/ }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    await page.keyboard.press('Enter')
    expect(await stored({ session: 'chat-5' })).toEqual(before)
    await page.getByRole('button', { name: 'Delete session…' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('No trace matches these filters').waitFor()
    expect(await stored({ session: 'chat-5' })).toEqual([])
    expect(await store.get(before[0]!)).toBeUndefined()
  })

  test('deletes one trace when that is confirmed, and not before', async () => {
    const { page } = await open(gateway.url, { path: '#/traces?session=chat-4' })
    await lines(page).first().click()
    await page.locator('.trace-one').waitFor()
    const before = await stored({ session: 'chat-4' })
    const id = before.find((one) => page.url().includes(one))!
    const dialog = page.getByRole('dialog', { name: 'Delete this trace?' })
    await page.getByRole('button', { name: 'Delete…', exact: true }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await stored({ session: 'chat-4' })).toEqual(before)
    await page.getByRole('button', { name: 'Delete…', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => stored({ session: 'chat-4' })).toEqual(before.filter((one) => one !== id))
    await page.locator('.trace-one').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(`.trace-line a[href*='${id}']`).count()).toBe(0)
    expect(await lines(page).count()).toBeGreaterThan(1)
  })

  test('is gone through by the keyboard', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    await lines(page).first().waitFor()
    await page.locator('.trace-line a[tabindex="0"]').focus()
    const ids = await stored({})
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-trace') === id, ids[2])
    await page.keyboard.press('Enter')
    await page.locator('.trace-one').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.trace-one').waitFor({ state: 'detached' })
    // Out of the field again, the keys are the list's.
    for (const leaving of ['Enter', 'Escape']) {
      await page.keyboard.press('/')
      await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('q')
      await page.keyboard.press(leaving)
      await page.keyboard.press('j')
      await page.locator('.trace-one').waitFor()
      expect(await page.locator('input[name=q]').inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await page.locator('.trace-one').waitFor({ state: 'detached' })
    }
  })

  test('while a second trace is chosen, the keys leave the first one open', async () => {
    const { page } = await open(gateway.url, { path: '#/traces' })
    await lines(page).first().waitFor()
    const ids = await stored({})
    await page.keyboard.press('j')
    await page.locator('.trace-one').waitFor()
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await page.locator(`[data-trace="${ids[0]}"]`).focus()
    for (const next of [ids[1], ids[2]]) {
      await page.keyboard.press('j')
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-trace') === id, next)
    }
    expect(page.url()).toContain(ids[0]!)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Compare with…' }).waitFor()
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await page.locator(`[data-trace="${ids[2]}"]`).press('Enter')
    await page.getByRole('heading', { name: 'Two traces' }).waitFor()
  })

  test('is replayed: what was thought comes as it came then, and any moment can be gone to', async () => {
    await store.import([
      {
        id: 'trace_replayed',
        sessionKey: 'replayed',
        createdAt: Date.now() - 3 * (count + 1) * 2000,
        outcome: 'stop',
        durationMs: 4000,
        reasoningText: 'abcdefghij'.repeat(20),
        answerChars: 100,
        timings: { firstReasoningMs: 1000, reasoningMs: 2000, firstAnswerMs: 3000 },
      },
    ])
    const { page } = await open(gateway.url, { path: '#/traces/trace_replayed?session=replayed' })
    const text = page.locator('.trace-text')
    await expect.poll(() => text.textContent()).toHaveLength(200)
    const moment = page.getByRole('slider', { name: 'Moment of the replay' })
    await moment.fill('2000')
    await expect.poll(() => text.textContent()).toHaveLength(100)
    await page.getByText('Answer: 0 of 100 characters').waitFor()
    await moment.fill('3500')
    await expect.poll(() => text.textContent()).toHaveLength(200)
    await page.getByText('Answer: 50 of 100 characters').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await moment.fill('0')
    await page.getByText('No reasoning was received.').or(text).first().waitFor()
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('8')
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByText('4.0 s of 4.0 s').waitFor()
    await expect.poll(() => text.textContent()).toHaveLength(200)
    await page.getByRole('button', { name: 'Replay', exact: true }).waitFor()
    await store.deleteSession('replayed')
  })

  test.each([
    ['beside the list', { width: 1280, height: 800 }],
    ['instead of the list, on a phone', { width: 390, height: 780 }],
  ])('keeps the focus where the keys lead, with one open %s', async (_, size) => {
    const { page } = await open(gateway.url, { path: '#/traces', size })
    await lines(page).first().waitFor()
    const ids = await stored({})
    const isWide = size.width > 900
    const focus = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        return element.dataset['trace'] ?? (element.id || element.tagName)
      })
    const isAt = async (index: number): Promise<void> => {
      await expect.poll(() => page.url()).toContain(ids[index]!)
      await expect.poll(focus).toBe(isWide ? ids[index] : 'main')
    }
    await page.getByRole('link', { name: 'Traces' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await isAt(1)
    // Enter opens the selected row, not the link that had the focus before.
    await page.keyboard.press('Enter')
    await page.locator('.trace-one').waitFor()
    await isAt(1)
    await page.getByRole('button', { name: 'Copy id' }).focus()
    await page.keyboard.press('j')
    await isAt(2)
    await page.keyboard.press('k')
    await isAt(1)
    await page.getByRole('button', { name: 'Copy id' }).focus()
    await page.keyboard.press('Escape')
    await page.locator('.trace-one').waitFor({ state: 'detached' })
    await expect.poll(focus).toBe(ids[1])
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Close' }).press('Enter')
    await page.locator('.trace-one').waitFor({ state: 'detached' })
    await expect.poll(focus).toBe(ids[1])
    await page.keyboard.press('j')
    await isAt(2)
  })

  test('shows a very long one in part, and the rest on demand', async () => {
    const { page } = await open(gateway.url, { path: '#/traces/trace_large' })
    const rest = page.getByRole('button', { name: /Show the rest/ })
    await rest.waitFor()
    const shown = (): Promise<number> => page.locator('.trace-text').evaluate((box) => box.textContent.length)
    await expect.poll(shown).toBeLessThan(largest / 2)
    await rest.click()
    await expect.poll(shown).toBeGreaterThanOrEqual(largest)
  })

  test('says what to do where there is nothing, where nothing fits, and where the gateway fails', async () => {
    const { page } = await open(gateway.url, { path: '#/traces?session=nobody' })
    await page.getByText('No trace matches these filters').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await lines(page).first().waitFor()
    const failing = await open(gateway.url, { path: '#/' })
    await failing.page.route('**/api/traces?**', (route) => route.abort())
    await failing.page.goto(`${gateway.url}#/traces`)
    await failing.page.getByText('Could not load the traces').waitFor()
    await failing.page.unroute('**/api/traces?**')
    await failing.page.getByRole('button', { name: 'Try again' }).click()
    await lines(failing.page).first().waitFor()
    failing.complaints.splice(0)

    const fresh = await startGateway()
    try {
      const empty = await open(fresh.url, { path: '#/traces' })
      await empty.page.getByText('No traces yet').waitFor()
      await empty.page.getByRole('link', { name: 'Open the playground' }).click()
      await empty.page.waitForSelector('#question')
      await empty.page.getByRole('checkbox', { name: 'Store a trace' }).check()
      await empty.page.fill('#question', 'What is 17 * 3?')
      await empty.page.keyboard.press('Enter')
      await empty.page.locator('.lane-foot').waitFor()
      await empty.page.getByRole('link', { name: 'Traces' }).click()
      await lines(empty.page).first().waitFor()
    } finally {
      await fresh.stop()
    }
  })

  test('says how many cannot be read', async () => {
    const path = join(folder, 'damaged.db')
    const damaged = await openTraceStore({ url: `sqlite:${path}`, mode: 'full', journal: false })
    for (const id of ['a', 'b', 'c']) await damaged.append({ id, metadata: { mark: `mark-${id}` } })
    await damaged.close()
    const bytes = readFileSync(path)
    bytes.write('!', bytes.indexOf('"mark-b"}') + '"mark-b"'.length)
    writeFileSync(path, bytes)
    const beside = await startGateway(['--traces', `sqlite:${path}`])
    onTestFinished(() => beside.stop())
    const { page } = await open(beside.url, { path: '#/traces' })
    await page.getByText('1 damaged trace is left out').waitFor()
    expect(await lines(page).count()).toBe(2)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'Dashboard' }).click()
    // Sums by model need nothing of what is damaged. The key is in it.
    await page.locator('.usage-choice select').first().selectOption('key')
    await page.getByText('1 damaged trace is not in these sums').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})
