import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startUpstream, type Upstream } from './kit/upstream.ts'

describe.skipIf(chromium === undefined)(`who is signed in${noBrowser}`, () => {
  const open = useBrowser()
  let upstream: Upstream
  let gateway: Gateway
  let admin: string
  let other: string
  beforeAll(async () => {
    upstream = await startUpstream({
      model: { pieces: [{ reasoning: 'Hm.' }, 'Behind the door.'] },
      broken: { pieces: [], isGone: true },
    })
    gateway = await startGateway(['--upstream', upstream.url, '--require-keys'], {
      keys: [
        { name: 'operator', admin: true, visibility: 'full' },
        { name: 'other', visibility: 'none' },
      ],
    })
    ;[admin, other] = gateway.keys as [string, string]
  })
  afterAll(async () => {
    await gateway?.stop()
    await upstream?.stop()
  })

  async function signIn(page: Page, key: string): Promise<void> {
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function ask(page: Page, question: string): Promise<void> {
    await page.fill('#question', question)
    await page.keyboard.press('Enter')
  }

  /** As another tab does it, or a gateway that was started anew. */
  const endSession = (page: Page): Promise<unknown> =>
    page.evaluate(() => fetch('api/session', { method: 'DELETE', headers: { 'x-reason-page': '1' } }).then(({ status }) => status))

  const said = (page: Page): Promise<string | null> => page.locator('.conversation').textContent()

  test('the next one gets nothing of what the one before asked, read or set', async () => {
    const { page } = await open(gateway.url)
    await signIn(page, admin)
    await ask(page, 'Where is the treasure?')
    await page.locator('.lane-foot').waitFor()
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('System prompt').fill('Speak of the treasure.')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, other)
    await page.locator('.welcome').waitFor()
    expect(await said(page)).not.toContain('treasure')
    await ask(page, 'And now?')
    await page.locator('.lane-foot').waitFor()
    expect(JSON.stringify(upstream.requests.at(-1))).not.toContain('treasure')
  })

  test('who has to sign in again is asked to, and goes on where they were', async () => {
    const one = await open(gateway.url)
    const { page } = one
    await signIn(page, admin)
    await ask(page, 'Where is the treasure?')
    await page.locator('.lane-foot').waitFor()
    await endSession(page)
    await ask(page, 'Are you sure?')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, admin)
    await page.locator('.turn').nth(1).waitFor()
    expect(await said(page)).toContain('Where is the treasure?')
    // Another user may have come in the meantime.
    await endSession(page)
    await ask(page, 'Still?')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, other)
    await page.locator('.welcome').waitFor()
    expect(await said(page)).not.toContain('treasure')
    // The browser's message for answers with 401.
    one.complaints.splice(0)
  })

  test('a list of traces asks to sign in as well', async () => {
    const one = await open(gateway.url, { path: '#/traces' })
    const { page } = one
    await signIn(page, admin)
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    await endSession(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    one.complaints.splice(0)
  })

  test('traces are exported for signed-in users, and for no others', async () => {
    const one = await open(gateway.url)
    const { page } = one
    await signIn(page, admin)
    await page.getByRole('checkbox', { name: 'Store a trace' }).check()
    await ask(page, 'Where is the treasure?')
    await page.locator('.lane-foot').waitFor()
    await page.getByRole('link', { name: 'Traces' }).click()
    await page.locator('summary', { hasText: 'Export' }).click()
    for (const [title, name] of [
      ['JSON lines', /^traces-.*\.jsonl$/],
      ['CSV', /^traces-.*\.csv$/],
      ['Parquet', /^traces-.*\.parquet$/],
    ] as const) {
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: title }).click()
      const file = await coming
      expect(file.suggestedFilename()).toMatch(name)
      expect(readFileSync(await file.path(), 'latin1')).toContain('trace_')
    }
    await endSession(page)
    await page.getByRole('link', { name: 'CSV' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The browser's message for an answer with 401.
    one.complaints.splice(0)
  })

  test('an answer that failed leads to its trace, too; no link leads to a page that the user may not open', async () => {
    const one = await open(gateway.url)
    const { page } = one
    await signIn(page, admin)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('broken')
    await page.getByRole('checkbox', { name: 'Store a trace' }).check()
    await ask(page, 'Well?')
    await page.getByText('Request failed').waitFor()
    await page.getByRole('link', { name: 'Trace', exact: true }).click()
    await page.getByRole('heading', { name: 'Trace of broken' }).waitFor()
    // The browser's message for an answer with 404.
    one.complaints.splice(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, other)
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('combobox', { name: 'Model' }).selectOption('model')
    await ask(page, 'Well?')
    await page.locator('.lane-foot').waitFor()
    expect(await page.getByRole('link', { name: 'Trace', exact: true }).count()).toBe(0)
  })

  test('who signs out in one tab is out in all of them, and who signs in with another key finds nothing of the one before', async () => {
    const { page: first } = await open(gateway.url)
    await signIn(first, admin)
    await ask(first, 'Where is the treasure?')
    await first.locator('.lane-foot').waitFor()
    const { page: second } = await open(gateway.url)
    await second.getByRole('button', { name: 'Sign out' }).click()
    await first.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(second, other)
    // No page shows a key twice.
    await first.locator('.welcome').waitFor()
    expect(await first.locator('.header').innerText()).toContain('other')
    expect(await first.locator('body').textContent()).not.toContain('treasure')
    await ask(first, 'And now?')
    await first.locator('.lane-foot').waitFor()
    expect(JSON.stringify(upstream.requests.at(-1))).not.toContain('treasure')
    // Without signing out before.
    await second.goto(`${gateway.url}#/traces`)
    await signIn(second, admin)
    await second.getByRole('button', { name: 'Refresh' }).waitFor()
    await first.locator('.welcome').waitFor()
    expect(await first.locator('.header').innerText()).toContain('operator')
  })

  test('who may see less than before, or does not administer any more, goes on with what is left', async () => {
    const strict = await startGateway(['--upstream', upstream.url, '--require-keys'], {
      keys: [
        { name: 'keeper', admin: true },
        { name: 'demoted', admin: true, visibility: 'full' },
      ],
    })
    onTestFinished(() => strict.stop())
    const [keeper, demoted] = strict.keys as [string, string]
    const one = await open(strict.url)
    const { page } = one
    await signIn(page, demoted)
    await ask(page, 'Where is the treasure?')
    await page.locator('.lane-foot').waitFor()
    const id = await page.evaluate(async () => {
      const session = (await (await fetch('api/session', { headers: { 'x-reason-page': '1' } })).json()) as { key: { id: string } }
      return session.key.id
    })
    const changed = await fetch(`${strict.url}api/keys/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${keeper}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'demoted', visibility: 'none' }),
    })
    expect(changed.status).toBe(200)
    await ask(page, 'And now?')
    await page.getByText('Request failed').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('.turn').nth(1).locator('.answer-text', { hasText: 'Behind the door.' }).waitFor()
    // The key's navigation has no such page any more; its address is still known.
    await page.evaluate(() => (location.hash = '#/traces'))
    await page.getByRole('heading', { name: 'Administrators only' }).waitFor()
    // The browser's message for answers with 403.
    one.complaints.splice(0)
  })

  test('who cannot be signed out is told to be still signed in', async () => {
    const one = await open(gateway.url)
    const { page } = one
    await signIn(page, admin)
    await page.locator('.welcome').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in.').waitFor()
    // The browser's message for a request without a response.
    one.complaints.splice(0)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
