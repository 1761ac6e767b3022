import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream } from './kit/upstream.ts'

const run = promisify(execFile)

describe.skipIf(chromium === undefined)(`the playground, with the recordings of the gateway${noBrowser}`, () => {
  const open = useBrowser()
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway?.stop())

  async function ask(page: Page, question: string): Promise<void> {
    await page.fill('#question', question)
    await page.keyboard.press('Enter')
  }
  const answered = (page: Page, turn: number) => page.locator('.turn').nth(turn).locator('.lane-foot').first()
  const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  test.each([
    ['gpt-oss-raw', 13],
    ['qwen3-tags', 14],
    ['deepseek-r1', 13],
    ['qwen3-native', 13],
  ])('one click, and %s thinks and answers', async (model, tokens) => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: model, exact: true }).click()
    await answered(page, 0).waitFor()
    // New text is drawn with the next frame.
    await page.locator('.answer-text', { hasText: /^\s*The answer is 51\.\s*$/ }).waitFor()
    await page.getByRole('button', { name: /^Thought/ }).click()
    await page.locator('.panel-body', { hasText: /^\s*Okay, 17 \* 3 is 10 \* 3 plus 7 \* 3, so 30 \+ 21 = 51\.\s*$/ }).waitFor()
    const facts = new RegExp(`Thought\\s+for [\\d.]+ m?s\\s+≈ ${tokens} tokens`)
    await expect.poll(() => page.locator('.panel-facts').innerText()).toMatch(facts)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('says which upstream sent no models', async () => {
    const upstream = await startUpstream({ 'some-model': { pieces: ['It is 51.'] } })
    const upstreams = [
      { name: 'good', url: upstream.url },
      { name: 'gone', url: 'http://127.0.0.1:9/v1' },
    ]
    const two = await startGateway(['--upstreams', JSON.stringify(upstreams)])
    onTestFinished(async () => {
      await two.stop()
      await upstream.stop()
    })
    const { page } = await open(two.url)
    await page.getByText('No model list from gone: down or too slow. Its models may be missing here.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('the first screen shows a thought that a simple splitter leaks, and ours does not', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'Cut it differently' }).click()
    const [stream, simple, ours] = await page.locator('.why-column').all()
    await page.getByRole('button', { name: 'Cut it differently', disabled: false }).waitFor()
    // The second cut goes through the closing tag alone.
    await expect.poll(() => simple!.innerText()).toMatch(/waits for an answer that never comes/)
    await expect.poll(() => ours!.innerText()).toMatch(/Okay, 17 [\s\S]*= 51\.[\s\S]*The answer is 51\.[\s\S]*The user reads the answer\./)
    expect(await stream!.innerText()).toMatch(/(\d+) of \1 chunks/)
    expect(await seriousFindings(page)).toEqual([])
    // The page stays at its beginning.
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('a recorded conversation is gone through by clicks: results of tools and next questions are there', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: /^Preambles between thoughts/ }).click()
    for (const turn of [0, 1]) {
      await answered(page, turn).waitFor()
      // The file has its lines, and a seal that goes along with the call is no leak.
      expect(await page.getByRole('textbox', { name: 'Result', exact: true }).inputValue()).toContain('\n')
      expect(await page.getByText(/^Leak caught/).count()).toBe(0)
      await page.getByRole('button', { name: 'Send result' }).click()
    }
    await answered(page, 2).waitFor()
    await expect
      .poll(() => page.locator('.commentary').allInnerTexts())
      .toEqual([expect.stringContaining('what it opens'), expect.stringContaining('database pool')])
    await page.locator('.answer-text', { hasText: 'await pool.end()' }).waitFor()

    await page.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('button', { name: /^Sealed reasoning/ }).click()
    for (const question of ['Is it greater than 50?', 'Is it 42?'])
      await page.getByRole('button', { name: `Ask next: ${question}` }).click()
    await page.locator('.answer-text', { hasText: 'It is 42' }).waitFor()
    expect(await page.locator('.panel').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Ask next/ }).count()).toBe(0)
  })

  test('a leak that was caught and a rescue are said', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: /^A leak is caught/ }).click()
    await answered(page, 0)
      .getByText(/^Leak caught/)
      .last()
      .waitFor()
    await expect.poll(() => page.locator('.answer-text').allInnerTexts()).not.toContain('think')
    await page.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('button', { name: /^A rescue/ }).click()
    await page.getByText('Second attempt.').waitFor()
    await page.locator('.answer-text', { hasText: 'There are none.' }).waitFor()
  })

  test('what is asked before the models are known is asked when they are', async () => {
    const { page } = await open(gateway.url, { path: '#/bench' })
    const { promise: known, resolve: tell } = Promise.withResolvers<void>()
    await page.route('**/v1/models', async (route) => {
      await known
      await route.continue()
    })
    await page.getByRole('link', { name: 'Playground' }).click()
    await ask(page, 'What is 17 * 3?')
    expect(await page.locator('.turn').count()).toBe(0)
    tell()
    await answered(page, 0).waitFor()
  })

  test('a short recording is asked what it answers', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'nemotron-spelt' }).click()
    await page.locator('.question-text', { hasText: 'Why is the sky blue' }).waitFor()
  })

  test('the call of a tool gets its result, and the talk goes on', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tool' }).click()
    await answered(page, 0).waitFor()
    await expect.poll(() => page.locator('.call').innerText()).toMatch(/get_weather[\s\S]*"city": "Paris"/)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Result', exact: true }).fill('Rain, 12 degrees')
    const sent = page.waitForRequest('**/v1/generate')
    await page.getByRole('button', { name: 'Send result' }).click()
    const { messages } = (await sent).postDataJSON() as { messages: { role: string; content: unknown; call?: string }[] }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(messages[2]).toMatchObject({ content: 'Rain, 12 degrees', name: 'get_weather' })
    const called = (messages[1]!.content as { type: string; id?: string }[]).find(({ type }) => type === 'tool_call')
    expect(messages[2]!.call).toBe(called?.id)
    await answered(page, 1).waitFor()
  })

  test('a call without a result gets one all the same when the user asks something else: providers insist', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tool' }).click()
    await answered(page, 0).waitFor()
    const sent = page.waitForRequest('**/v1/generate')
    await ask(page, 'Never mind. And in Oslo?')
    const { messages } = (await sent).postDataJSON() as { messages: { role: string; content: unknown; call?: string }[] }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
    const called = (messages[1]!.content as { type: string; id?: string }[]).find(({ type }) => type === 'tool_call')
    expect(messages[2]).toMatchObject({ call: called?.id, name: 'get_weather', content: expect.stringContaining('no result') })
    await answered(page, 1).waitFor()
  })

  test('several turns: what was said goes along, an earlier question can be asked in other words', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    const sent = page.waitForRequest('**/v1/generate')
    await ask(page, 'Are you sure?')
    const { messages } = (await sent).postDataJSON() as { messages: { role: string; content: unknown }[] }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(messages[1])).toContain('The answer is 51.')
    await answered(page, 1).waitFor()

    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('textbox', { name: 'Question' }).first().fill('What is 18 * 3?')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await answered(page, 0).waitFor()
    await expect.poll(() => page.locator('.turn').count()).toBe(1)
    await expect.poll(() => page.locator('.question-text').innerText()).toBe('What is 18 * 3?')
  })

  test('two models, side by side', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('combobox', { name: 'Right' }).selectOption('embedded/deepseek-r1')
    await ask(page, 'What is 17 * 3?')
    await page.locator('.lane-foot').nth(1).waitFor()
    await expect.poll(() => page.locator('.lane-model').allInnerTexts()).toEqual(['embedded/gpt-oss-raw', 'embedded/deepseek-r1'])
    // All settings are in one row.
    const bottomOf = async (name: string): Promise<number> => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      return Math.round(box!.y + box!.height)
    }
    expect(await bottomOf('New chat')).toBe(await bottomOf('Compare'))
    for (const side of [0, 1]) await page.locator('.answer-text').nth(side).filter({ hasText: 'The answer is 51.' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('leaves a trace only with its switch on', async () => {
    const { page } = await open(gateway.url)
    const traces = async (): Promise<number> => {
      const { items } = (await (await fetch(`${gateway.url}api/traces?session=traced`)).json()) as { items: unknown[] }
      return items.length
    }
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Session' }).fill('traced')
    const keep = page.getByRole('checkbox', { name: 'Store a trace' })
    expect(await keep.isChecked()).toBe(false)
    await ask(page, 'What is 17 * 3?')
    await answered(page, 0).waitFor()
    await keep.check()
    await ask(page, 'And again?')
    await answered(page, 1).waitFor()
    await expect.poll(traces).toBe(1)
    const links = page.getByRole('link', { name: 'Trace', exact: true })
    expect(await links.count()).toBe(1)
    expect(await page.locator('.turn').nth(1).getByRole('link', { name: 'Trace', exact: true }).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  test.each([
    [['--require-traces'], true, 1],
    [['--trace-mode', 'none'], false, 0],
  ] as const)('its switch shows what the gateway decides (%j)', async (flags, checked, links) => {
    const decided = await startGateway(flags)
    onTestFinished(() => decided.stop())
    const { page } = await open(decided.url)
    const keep = page.getByRole('checkbox', { name: 'Store a trace' })
    await expect.poll(() => keep.isDisabled()).toBe(true)
    expect(await keep.isChecked()).toBe(checked)
    await ask(page, 'What is 17 * 3?')
    await answered(page, 0).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Trace', exact: true }).count()).toBe(links)
  })

  test('it can be stopped by the keyboard, and asked again', async () => {
    const slow = await startGateway(['--pace', '200'])
    onTestFinished(() => slow.stop())
    const { page } = await open(slow.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await page.locator('.panel-body', { hasText: 'Okay' }).waitFor()
    await page.locator('.panel-body').press('Escape')
    await page.getByText('You stopped the response here.').waitFor()
    await page.getByRole('button', { name: /^Stopped while thinking/ }).waitFor()
    expect(await page.locator('.answer-text').count()).toBe(0)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('.panel-body', { hasText: 'Okay' }).waitFor()
  })

  test('a budget that is used up says so, and what to do', async () => {
    const poor = await startGateway(['--session-budget', '20'])
    onTestFinished(() => poor.stop())
    const { page, complaints } = await open(poor.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    await ask(page, 'And again?')
    await answered(page, 1).waitFor()
    await ask(page, 'And again?')
    const refused = page.locator('.turn').nth(2)
    await refused.getByText('Budget used up').waitFor()
    // There is no answer to copy.
    expect(await refused.getByRole('button', { name: 'Copy answer' }).count()).toBe(0)
    await expect
      .poll(() => refused.innerText())
      .toMatch(
        /The reasoning budget of session "playground" is used up: \d+ of 20 tokens\. Start a new session, .* It resets on \d+ [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d if nothing/,
      )
    // The message says when, so nothing says it again.
    expect(await refused.getByText(/^Try again after/).count()).toBe(0)
    await refused.getByRole('button', { name: 'New session' }).click()
    const sent = page.waitForRequest('**/v1/generate')
    await ask(page, 'And now?')
    expect((await sent).postDataJSON()).toMatchObject({ session: 'playground-2', messages: [{ role: 'user', content: 'And now?' }] })
    await answered(page, 0).waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('429')])
  })

  test('an upstream that is busy says from when on it may be asked again', async () => {
    const upstream = await startUpstream({ busy: { pieces: [], busyFor: '40' } })
    onTestFinished(() => upstream.stop())
    const behind = await startGateway(['--upstream', upstream.url])
    onTestFinished(() => behind.stop())
    const { page, complaints } = await open(behind.url)
    const asked = Date.now()
    await ask(page, 'Are you there?')
    await page.getByText('Too many requests.').waitFor()
    const text = await page.getByText(/^Try again after/).innerText()
    const [time] = /(?<=after )\d\d:\d\d:\d\d(?=\.$)/.exec(text) ?? []
    // Whatever the day, and however long it took.
    const seconds = (of: Date): number => of.getHours() * 3600 + of.getMinutes() * 60 + of.getSeconds()
    const named = new Date(`2024-11-02T${time}`)
    const [early, late] = [asked + 40_000, Date.now() + 40_000].map((at) => seconds(new Date(at)))
    if (early! <= late!) expect([seconds(named) >= early!, seconds(named) <= late!]).toEqual([true, true])
    expect(complaints.splice(0)).toEqual([expect.stringContaining('429')])
  })

  test('the wire: what came, and beside it what became of it', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    await page.getByRole('tab', { name: 'Answer' }).press('ArrowRight')
    const rows = page.locator('.wire-row')
    await rows.nth(1).waitFor()
    await expect.poll(() => rows.first().innerText()).toMatch(/Upstream event\s+Parts\s+Sent to this client/)
    const row = page.locator('.wire-row', { hasText: '"content":"Okay"' })
    await expect.poll(() => row.innerText()).toMatch(/delta\s*Okay[\s\S]*analysis\s*Okay/)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('the wire on a phone: each cell says what it is, and nothing stands above them', async () => {
    const { page } = await open(gateway.url, { size: { width: 390, height: 780 } })
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    await page.getByRole('tab', { name: 'Wire' }).click()
    const row = page.locator('.wire-row', { hasText: '"content":"Okay"' })
    const labels = () =>
      row.locator('> *').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')))
    await expect.poll(labels).toEqual(['Time', 'Upstream event', 'Parts', 'Sent to this client'])
    await expect.poll(async () => (await page.locator('.wire-row.head').boundingBox())?.height).toBeLessThan(2)
    // The row is still the head of the table.
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(4)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('marks unreported tokens as an estimate, also at the end', async () => {
    const upstream = await startUpstream({ quiet: { pieces: [{ reasoning: 'Seventeen times three is 51.' }, 'It is 51.'] } })
    onTestFinished(() => upstream.stop())
    const silent = await startGateway(['--upstream', upstream.url])
    onTestFinished(() => silent.stop())
    const { page } = await open(silent.url)
    await ask(page, 'What is 17 * 3?')
    await answered(page, 0).waitFor()
    await expect.poll(() => page.locator('.panel-facts').innerText()).toMatch(/≈ 7 tokens/)
    const fact = (name: string) => page.locator('.lane-foot .facts > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
    await expect.poll(() => fact('reasoning').innerText()).toBe('≈ 7')
    await expect.poll(() => fact('answer').innerText()).toBe('≈ 3')
  })

  test('what is copied as curl asks the same, from a shell', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    await page.getByRole('button', { name: 'Copy as curl', exact: true }).click()
    const { stdout } = await run('sh', ['-c', await copied(page)], { env: { ...process.env, REASON_KEY: 'none' } })
    expect(stdout).toContain('event: final')
    expect(stdout).toContain('"answer":"The answer is 51."')
  })

  test('what is copied as TypeScript asks the same, with nothing but Node', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('button', { name: 'qwen3-tags' }).click()
    await answered(page, 0).waitFor()
    await page.getByRole('button', { name: 'Copy as TypeScript' }).click()
    const folder = mkdtempSync(join(tmpdir(), 'reason-typescript-'))
    try {
      writeFileSync(join(folder, 'ask.mts'), await copied(page))
      const { stdout, stderr } = await run(process.execPath, [join(folder, 'ask.mts')])
      expect(stdout.trim()).toBe('The answer is 51.')
      expect(stderr).toContain('Okay, 17 * 3')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a narrow page has everything, in the width of a phone', async () => {
    const { page } = await open(gateway.url, { size: { width: 360, height: 700 } })
    await page.getByRole('button', { name: 'qwen3-tool' }).click()
    await answered(page, 0).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('settings that cannot be sent are named before anything is sent', async () => {
    const { page, requests } = await open(gateway.url)
    await page.getByRole('textbox', { name: 'Thinking budget' }).fill('lots')
    await ask(page, 'What is 17 * 3?')
    const wrong = (value: string) => page.getByText(`Thinking budget is “${value}”. Enter a whole number in digits`)
    await wrong('lots').waitFor()
    // A thousand to some, and one to others.
    await page.getByRole('textbox', { name: 'Thinking budget' }).fill('1.000')
    await ask(page, 'What is 17 * 3?')
    await wrong('1.000').waitFor()
    expect(requests.some((url) => url.endsWith('v1/generate'))).toBe(false)
    await expect.poll(() => page.inputValue('#question')).toBe('What is 17 * 3?')
  })

  test('a number has a comma where one writes so', async () => {
    const { page } = await open(gateway.url)
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Temperature' }).fill('0,7')
    const sent = page.waitForRequest('**/v1/generate')
    await ask(page, 'What is 17 * 3?')
    expect((await sent).postDataJSON()).toMatchObject({ temperature: 0.7 })
    await answered(page, 0).waitFor()
  })

  test('further settings lie over the answers, and are gone with the next question', async () => {
    const { page } = await open(gateway.url)
    await page.getByText('More', { exact: true }).click()
    const temperature = page.getByRole('textbox', { name: 'Temperature' })
    await temperature.fill('0.5')
    await page.getByRole('textbox', { name: 'Session' }).focus()
    expect(await temperature.isVisible()).toBe(true)
    await page.getByRole('textbox', { name: 'Question' }).focus()
    await temperature.waitFor({ state: 'hidden' })
    await page.getByText('More', { exact: true }).click()
    expect(await temperature.inputValue()).toBe('0.5')
    await temperature.press('Escape')
    await temperature.waitFor({ state: 'hidden' })
    await page.getByText('More', { exact: true }).click()
    await page.locator('.header').click({ position: { x: 900, y: 20 } })
    await temperature.waitFor({ state: 'hidden' })
  })
})
