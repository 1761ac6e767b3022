import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkRow, type Row } from '@reason/conformance'
import { thinkTags } from '@reason/think-tags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'

const recording = (name: string): string => fileURLToPath(new URL(`../../../packages/recorded-models/recordings/${name}`, import.meta.url))

describe.skipIf(chromium === undefined)(`the bench for splitters${noBrowser}`, () => {
  const open = useBrowser()
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway?.stop())

  const bench = async () => {
    const opened = await open(gateway.url, { path: '#/bench' })
    await opened.page.waitForSelector('.bench-input')
    return opened
  }

  test('says what a text is, why, and that nothing changes however it is cut', async () => {
    const { page, requests } = await bench()
    await page.fill('.bench-input textarea', '<think>sum it</think>\n\n4 < 5')
    await page.getByText('same result as whole, in chunks of 4 characters').waitFor()
    await page.getByText('all 28 characters accounted for').waitFor()
    await expect.poll(() => page.locator('.coloured .segment[data-kind="reasoning"]').allTextContents()).toEqual(['sum it'])
    await expect.poll(() => page.locator('.coloured .segment[data-kind="answer"]').last().textContent()).toContain('4 < 5')
    await expect.poll(() => page.locator('.why').innerText()).toContain('Detected think-tags: character 0 starts <think>')
    await expect.poll(() => page.locator('.bench-table').innerText()).toMatch(/reasoning\s+6\s+closing delimiter <\/think>/)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('slider', { name: /Chunk size/ }).fill('0')
    await page.getByText('same result as whole, in chunks of 1 character').waitFor()
    // No server has a part in it.
    expect(requests.filter((url) => /\/v1\/|\/api\/(?!session)/.test(url))).toEqual([])
  })

  test('says once what a warning means', async () => {
    const { page } = await bench()
    await page.fill('.bench-input textarea', '<think>never closed')
    await expect.poll(() => page.locator('.bench-warnings').innerText()).toBe('unclosed The stream ended inside the reasoning.')
  })

  test('shows what is held back at any place', async () => {
    const { page } = await bench()
    await page.fill('.bench-input textarea', 'One.<thi is no tag.</think>Two.')
    await page.getByRole('combobox', { name: 'Adapter' }).selectOption('think-tags')
    await page.getByRole('combobox', { name: 'Starts' }).selectOption('reasoning')
    await page.getByRole('slider', { name: /Chunk size/ }).fill('0')
    await page.getByText('same result as whole, in chunks of 1 character').waitFor()
    await page.getByRole('slider', { name: /Received/ }).fill('24')
    await expect.poll(() => page.locator('.coloured .segment[data-state="held"]').allTextContents()).toEqual(['</thi'])
    await expect.poll(() => page.locator('.coloured .segment[data-state="future"]').allTextContents()).toEqual(['nk>', 'Two.'])
  })

  test('reads a recorded stream as the gateway does', async () => {
    const { page } = await bench()
    await page.locator('input[type=file]').setInputFiles(recording('b6240-gpt-oss-none-stream.sse'))
    await page.getByText('A recorded openai-chat response (sse), model any, provider llamacpp.').waitFor()
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('gpt-oss-20b')
    await page.getByText('same result as whole, in chunks of 4 characters').waitFor()
    await expect
      .poll(() => page.locator('.coloured .segment[data-kind="reasoning"]').allTextContents())
      .toEqual(['Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'])
    await expect.poll(() => page.locator('.coloured .segment[data-kind="answer"]').allTextContents()).toEqual(['The answer is 51.'])
  })

  test('takes text in the encodings of Windows, and nothing that is no text', async () => {
    const { page } = await bench()
    const input = page.locator('.bench-input textarea')
    const give = (name: string, buffer: Buffer): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await give('captured.txt', Buffer.from('\uFEFF<think>sum it</think>4', 'utf16le'))
    await expect.poll(() => input.inputValue()).toBe('<think>sum it</think>4')
    await give('model.gguf', Buffer.alloc(8_000_000, Buffer.from('GGUF\u0003\0\0\0<think>')))
    await page.getByText('model.gguf is not text.').waitFor()
    expect(await input.inputValue()).toBe('<think>sum it</think>4')
    await give('latin.txt', Buffer.from([0x3c, 0x70, 0xe9, 0x3e]))
    await expect.poll(() => input.inputValue()).toBe('<p\uFFFD>')
    expect(await page.getByText('is not text.').count()).toBe(0)
  })

  test('exports a row that the conformance kit takes', async () => {
    const { page } = await bench()
    await page.fill('.bench-input textarea', 'Sum it.</think>4')
    await page.getByRole('combobox', { name: 'Adapter' }).selectOption('think-tags')
    await page.getByRole('textbox', { name: 'Name' }).fill('only a closing tag')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save row' }).click()
    const row = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Row
    expect(row).toMatchObject({ name: 'only a closing tag', input: 'Sum it.</think>4' })
    expect(checkRow(thinkTags(), row)).toEqual([])
    expect(checkRow(thinkTags(), { ...row, input: 'Sum it.</thonk>4' })).not.toEqual([])
  })

  test('compares two ways to split one text', async () => {
    const { page } = await bench()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'Compare two adapters' }).click()
    await page.locator('.bench-side').nth(1).locator('.coloured').waitFor()
    await expect.poll(() => page.locator('.bench-side').nth(1).locator('.segment[data-kind="reasoning"]').count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('stays usable with a megabyte, cut in single characters', async () => {
    const { page } = await bench()
    await page.evaluate(
      (text) => {
        const area = document.querySelector('.bench-input textarea') as HTMLTextAreaElement
        area.value = text
        area.dispatchEvent(new Event('input', { bubbles: true }))
      },
      `<think>${'why not? '.repeat(60_000)}</think>${'because. '.repeat(60_000)}`,
    )
    await page.getByRole('slider', { name: /Chunk size/ }).fill('0')
    await page.getByRole('textbox', { name: 'Model', exact: true }).pressSequentially('qwen3')
    await page.getByText('same result as whole, in chunks of 1 character').waitFor()
    await page.getByText('First 300,000 of 1,080,015 characters').waitFor()
  })
})
