import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patienceMs } from '@reason/testkit/patience'
import type { AxeResults, RunOptions } from 'axe-core'
import { chromium as playwright, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { chromium } from './chromium.ts'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface OpenPage {
  page: Page
  /** Everything that was asked of any server, in order. */
  requests: string[]
  /** What the page or the browser complained of. A test that expects some takes them out. */
  complaints: string[]
}

export interface OpenOptions {
  /** Default: that of a small laptop. */
  size?: { width: number; height: number }
  scheme?: 'light' | 'dark'
  /** Of the address, behind the slash: `#/bench`. */
  path?: string
}

/**
 * A browser for the tests of a file: `const open = useBrowser()`, then `await open(gateway.url)`. Each page is new and knows nothing; after each
 * test it is closed, and whatever it complained of fails the test. A gateway of one test is stopped by `onTestFinished`, which comes after that:
 * its page would miss it.
 */
export function useBrowser(): (url: string, options?: OpenOptions) => Promise<OpenPage> {
  let context: BrowserContext | undefined
  let folder: string | undefined
  let opened: OpenPage[] = []

  beforeAll(async () => {
    if (chromium === undefined) return
    folder = mkdtempSync(join(tmpdir(), 'reason-browser-'))
    context = await playwright.launchPersistentContext(folder, {
      executablePath: chromium,
      args: quiet,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      timeout: patienceMs,
    })
    context.setDefaultTimeout(patienceMs)
  })

  afterEach(async () => {
    const complaints = opened.flatMap((one) => one.complaints)
    for (const { page } of opened) {
      // A test closes one by itself that would miss its gateway.
      if (page.isClosed()) continue
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
    opened = []
    await context?.clearCookies()
    expect(complaints, 'what pages complained of').toEqual([])
  })

  afterAll(async () => {
    await context?.close()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  return async (url, { size = { width: 1280, height: 800 }, scheme = 'light', path = '' } = {}) => {
    const page = await context!.newPage()
    const one: OpenPage = { page, requests: [], complaints: [] }
    opened.push(one)
    page.on('request', (request) => one.requests.push(request.url()))
    page.on('pageerror', (error) => one.complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') one.complaints.push(message.text())
    })
    page.on('dialog', (dialog) => {
      one.complaints.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto(url + path)
    return one
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Faults that axe finds and that keep a user from using the page: `color-contrast: .button`. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // As a debugger does it: the page's own policy lets no foreign script in.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
  return page.evaluate(findings)
}

// It runs in the page: most of a report is what axe found right, which takes longer to bring here than to find.
const findings = async (): Promise<string[]> => {
  const loaded = (globalThis as unknown as { axe: { run(of: Document, options: RunOptions): Promise<AxeResults> } }).axe
  const { violations } = await loaded.run(document, { resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(-1)?.trim()}`),
    )
}
