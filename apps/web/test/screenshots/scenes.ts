import type { Page } from 'playwright-core'
import { startGateway, type Gateway } from '../kit/gateway.ts'
import { ask, traffic } from './traffic.ts'

export interface Scene {
  start(): Promise<Gateway>
  /** Brings the page to where it is worth a picture. */
  show(page: Page, gateway: Gateway): Promise<void>
  isExtra?: boolean
}

/** Recordings in a quarter of their time: the pictures are the same, and sooner there. */
const quick = (...flags: string[]) => startGateway(['--pace', '5', ...flags])

async function askHere(page: Page, text: string): Promise<void> {
  await page.fill('#question', text)
  await page.keyboard.press('Enter')
}

const settled = (page: Page) => page.locator('.turn').last().locator('.lane-foot').last().waitFor()

/** What is in the pictures: each with recordings through the real gateway. */
export const scenes: Readonly<Record<string, Scene>> = {
  welcome: {
    start: quick,
    isExtra: true,
    async show(page) {
      await page.getByText('The user reads the answer.').waitFor()
    },
  },
  playground: {
    start: () => startGateway(['--pace', '12']),
    async show(page) {
      await page.getByRole('button', { name: 'gpt-oss-raw' }).click()
      await settled(page)
      await page.getByRole('combobox', { name: 'Model' }).selectOption('embedded/deepseek-r1-proof')
      await askHere(page, 'Prove that there are infinitely many primes of the form 4k + 3.')
      await page.locator('.panel-body', { hasText: 'Second try' }).waitFor()
    },
  },
  'playground-tools': {
    start: quick,
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: /^Preambles between thoughts/ }).click()
      await settled(page)
      await page.getByRole('button', { name: 'Send result' }).click()
      await page.locator('.turn').nth(1).locator('.lane-foot').waitFor()
    },
  },
  'playground-compared': {
    start: quick,
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: /^Two models compared/ }).click()
      await page.locator('.lane-foot').nth(1).waitFor()
    },
  },
  'playground-wire': {
    start: quick,
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: 'nemotron-spelt' }).click()
      await settled(page)
      await page.getByRole('tab', { name: 'Wire' }).click()
      await page.locator('.wire-row').nth(4).waitFor()
    },
  },
  'playground-budget': {
    start: () => quick('--session-budget', '200'),
    isExtra: true,
    async show(page) {
      await page.getByRole('button', { name: 'nemotron-spelt' }).click()
      await settled(page)
      for (const text of ['And at sunset?', 'And on Mars?']) {
        await askHere(page, text)
        await settled(page)
      }
      await page.getByText('Budget used up', { exact: true }).waitFor()
    },
  },
  bench: {
    start: quick,
    async show(page) {
      await page.getByRole('link', { name: 'Splitter bench' }).click()
      await page.getByRole('button', { name: 'Harmony' }).click()
      await page.getByText('same result as whole').waitFor()
      await page.mouse.move(0, 0)
      if (page.viewportSize()!.width < 600) await page.locator('.bench-controls').evaluate((element) => element.scrollIntoView())
    },
  },
  traces: {
    start: quick,
    async show(page, gateway) {
      await traffic(gateway)
      await page.getByRole('link', { name: 'Traces' }).click()
      await page.locator('.trace-line').nth(6).waitFor()
    },
  },
  'traces-one': {
    start: quick,
    isExtra: true,
    async show(page) {
      await page.getByRole('checkbox', { name: 'Store a trace' }).check()
      await page.getByRole('button', { name: /^A long proof/ }).click()
      await settled(page)
      await page.getByRole('link', { name: 'Trace', exact: true }).click()
      const moment = page.getByRole('slider', { name: 'Moment of the replay' })
      await moment.fill(String(Math.round(Number(await moment.getAttribute('max')) * 0.45)))
    },
  },
  dashboard: {
    start: () => quick('--session-budget', '2500'),
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
