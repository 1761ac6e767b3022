import type { Page } from 'playwright-core'
import { startGateway, type Gateway } from '../kit/gateway.ts'
import { ask, traffic } from './traffic.ts'

export interface Scene {
  start(): Promise<Gateway>
  /** Brings the page to where it is worth a picture. */
  show(page: Page, gateway: Gateway): Promise<void>
  isExtra?: boolean
}

const question = 'What is 17 * 3?'

/** As slow as a small model on a laptop. */
const paced = (...flags: string[]) => startGateway(['--pace', '60', ...flags])

async function askHere(page: Page, text = question): Promise<void> {
  await page.fill('#question', text)
  await page.keyboard.press('Enter')
}

const settled = (page: Page) => page.locator('.turn').last().locator('.lane-foot').last().waitFor()

/** What is in the pictures: each with real recordings through the real gateway. */
export const scenes: Readonly<Record<string, Scene>> = {
  playground: {
    start: paced,
    async show(page) {
      await page.getByRole('button', { name: 'gpt-oss-raw' }).click()
      await settled(page)
      await page.getByRole('combobox', { name: 'Model' }).selectOption('embedded/deepseek-r1')
      await askHere(page, 'Are you sure? Think again.')
      await page.locator('.panel-body', { hasText: '30 +' }).waitFor()
    },
  },
  'playground-compared': {
    start: paced,
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('combobox', { name: 'Left' }).selectOption('embedded/qwen3-tags')
      await page.getByRole('combobox', { name: 'Right' }).selectOption('embedded/gpt-oss-raw')
      await page.locator('body').press('p')
      await askHere(page)
      await page.locator('.lane-foot').nth(1).waitFor()
    },
  },
  'playground-wire': {
    start: paced,
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: 'qwen3-tags' }).click()
      await settled(page)
      await page.getByRole('tab', { name: 'Wire' }).click()
      await page.locator('.wire-row').nth(4).waitFor()
    },
  },
  'playground-budget': {
    start: () => paced('--session-budget', '20'),
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: 'qwen3-tags' }).click()
      await settled(page)
      for (const text of ['And 18 * 3?', 'And 19 * 3?']) {
        await askHere(page, text)
        await settled(page)
      }
      await page.getByText('It failed').waitFor()
    },
  },
  bench: {
    start: paced,
    async show(page) {
      await page.getByRole('link', { name: 'Splitter bench' }).click()
      await page.getByRole('button', { name: 'Harmony' }).click()
      await page.getByText('the same as whole').waitFor()
      await page.mouse.move(0, 0)
      if (page.viewportSize()!.width < 600) await page.locator('.bench-controls').evaluate((element) => element.scrollIntoView())
    },
  },
  traces: {
    start: paced,
    async show(page, gateway) {
      await traffic(gateway)
      await page.getByRole('link', { name: 'Traces' }).click()
      await page.locator('.trace-line').nth(6).waitFor()
    },
  },
  'traces-one': {
    start: paced,
    isExtra: true,
    async show(page) {
      await page.getByRole('checkbox', { name: 'Keep a trace' }).check()
      await page.getByRole('button', { name: 'deepseek-r1' }).click()
      await settled(page)
      await page.getByRole('link', { name: 'Trace', exact: true }).click()
      await page.locator('h2').first().waitFor()
    },
  },
  dashboard: {
    start: () => paced('--session-budget', '600'),
    async show(page, gateway) {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      for (let round = 0; round < 5; round++) {
        await traffic(gateway, 1 + (round % 3))
        await new Promise((resolve) => setTimeout(resolve, 700 + 300 * (round % 4)))
      }
    },
  },
  keys: {
    start: () =>
      startGateway(['--pace', '0', '--require-keys'], {
        keys: [
          { name: 'operator', admin: true },
          { name: 'chat page', visibility: 'label', models: ['embedded/qwen3*'], rateLimits: { requestsPerMinute: 40 } },
          { name: 'nightly evaluation', visibility: 'full', budgets: { key: { tokens: 50_000 } } },
          { name: 'support desk', visibility: 'none' },
        ],
      }),
    async show(page, gateway) {
      await ask(gateway, 'embedded/qwen3-tags', 'nightly', gateway.keys[2])
      await page.getByRole('link', { name: 'Keys and settings' }).click()
      await page.getByLabel('Key', { exact: true }).fill(gateway.keys[0]!)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('support desk').first().waitFor()
    },
  },
}
