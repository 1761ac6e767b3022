import { freePort } from '@reason/testkit/servers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream, type Upstream } from './kit/upstream.ts'

describe.skipIf(chromium === undefined)(`the playground, while something else is done${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream({
      quick: { pieces: [{ reasoning: 'Hm.' }, 'Yes.'] },
      slow: { pieces: [{ reasoning: 'Hm, hm.' }, 'It is '], endless: true },
    })
    gateway = await startGateway(['--upstream', upstream.url])
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  async function ask(page: Page, model: string, question: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Model' }).selectOption(model)
    await page.fill('#question', question)
    await page.keyboard.press('Enter')
  }

  test('stopping an answer asks nothing: the next question, half written, stays where it is', async () => {
    const { page } = await open(gateway.url)
    await ask(page, 'slow', 'Is it so?')
    await page.locator('.answer-text', { hasText: 'It is' }).waitFor()
    await page.fill('#question', 'And if')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped the response here.').waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
    expect(await page.locator('.turn').count()).toBe(1)
    expect(await page.inputValue('#question')).toBe('And if')
    // The same button asks, once nothing is to be stopped.
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('.turn').nth(1).getByText('And if').waitFor()
  })

  test('a question that is half written is there again after a look at another page, and gone when it is asked', async () => {
    const { page } = await open(gateway.url)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('quick')
    await page.fill('#question', 'How is it that')
    await page.getByRole('link', { name: 'Splitter bench' }).click()
    await page.waitForSelector('.bench')
    await page.goBack()
    expect(await page.inputValue('#question')).toBe('How is it that')
    await page.locator('#question').press('Enter')
    await page.locator('.lane-foot').waitFor()
    expect(await page.inputValue('#question')).toBe('')
  })

  test('the keyboard stays where it was: behind what was asked again, and where a question is left as it is', async () => {
    const { page } = await open(gateway.url)
    const focused = (): Promise<string> =>
      page.evaluate(
        () => `${document.activeElement?.closest('.turn') === null ? 'elsewhere' : 'turn'} ${document.activeElement?.textContent}`,
      )
    await ask(page, 'quick', 'Is it so?')
    await page.locator('.lane-foot').waitFor()
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect.poll(focused).toMatch(/^turn Is it so\?/)
    await page.locator('.lane-foot').waitFor()
    // Beginning with the question, as one reads.
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('turn Edit')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' Really?')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('turn Edit')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' Truly?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toMatch(/^turn Is it so\? Truly\?/)
  })

  test('a gateway that comes back with other models: they are there to be asked, after the first that is not', async () => {
    const other = await startUpstream({ newcomer: { pieces: ['I am new.'] } })
    onTestFinished(() => other.stop())
    const port = await freePort()
    let own = await startGateway(['--upstream', upstream.url], { port })
    onTestFinished(() => own.stop())
    const one = await open(own.url)
    const { page } = one
    const model = page.getByRole('combobox', { name: 'Model' })
    await ask(page, 'quick', 'Is it so?')
    await page.locator('.lane-foot').waitFor()
    await own.stop()
    await page.fill('#question', 'Are you there?')
    await page.keyboard.press('Enter')
    await page.locator('.turn').nth(1).getByText('The gateway does not respond.').waitFor()
    // Nothing is known of others, so what was known stays.
    expect(await model.locator('option').allTextContents()).toEqual(['quick', 'slow'])
    own = await startGateway(['--upstream', other.url], { port })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('The model does not exist.').waitFor()
    await expect.poll(() => model.locator('option').allTextContents()).toEqual(['newcomer'])
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('.turn').nth(1).locator('.answer-text', { hasText: 'I am new.' }).waitFor()
    // The browser's messages for requests without a response, and for a 404.
    one.complaints.splice(0)
  })
})
