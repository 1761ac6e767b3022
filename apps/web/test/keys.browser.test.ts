import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings, useBrowser } from './kit/browser.ts'
import { chromium, noBrowser } from './kit/chromium.ts'
import { startGateway, type Gateway } from './kit/gateway.ts'
import { startProxy } from './kit/proxy.ts'

const path = '#/keys'
const model = 'embedded/qwen3-tags'

/** All that answers have brought to a page. */
function bodiesOf(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => void bodies.push(bodyOf(response)))
  return async () => (await Promise.all(bodies)).join('\n')
}

/** Empty for responses without a body of their own (a redirect, a cached file). */
const bodyOf = (response: Response): Promise<string> => response.text().catch(() => '')

/** All that a page shows, hides or keeps. */
const everythingIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll('input, textarea, select')].map((field) => (field as HTMLInputElement).value)
    return [
      document.documentElement.outerHTML,
      ...values,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      document.cookie,
      location.href,
      JSON.stringify(history.state),
    ].join('\n')
  })

describe.skipIf(chromium === undefined)(`keys and settings${noBrowser}`, () => {
  const open = useBrowser()

  describe('keys', () => {
    const noon = Date.parse('2100-01-02T12:00:00Z')
    let gateway: Gateway
    beforeAll(async () => {
      gateway = await startGateway(['--require-keys'], {
        keys: [{ name: 'ops', admin: true }, { name: 'reader' }, { name: 'for a while', expiresAt: noon }],
      })
    })
    /** Keys of another gateway, with usual names. */
    let long: Gateway
    beforeAll(async () => {
      long = await startGateway(['--require-keys'], {
        keys: [
          { name: 'ops', admin: true },
          { name: 'n'.repeat(90), team: 't'.repeat(50), models: ['m'.repeat(80), 'accounts/some/models/*'] },
          { name: 'invoice\u202Egnp.exe', team: 'a\u202Eb', models: ['c\u202Ed'] },
        ],
      })
    })
    afterAll(async () => {
      await gateway?.stop()
      await long?.stop()
    })

    /** The result of a key at an API. */
    async function statusOf(key: string, asked = model): Promise<number> {
      const response = await fetch(`${gateway.url}v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: asked, messages: [{ role: 'user', content: 'What is 17 times 3?' }] }),
      })
      await response.text()
      return response.status
    }

    async function openAs(
      key: string,
      options: { scheme?: 'dark'; size?: { width: number; height: number } } = {},
      url: string = gateway.url,
    ) {
      const one = await open(url, { path, ...options })
      await signIn(one.page, key)
      return one
    }

    async function signIn(page: Page, key: string): Promise<void> {
      await page.getByLabel('Key', { exact: true }).fill(key)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    const textShown = async (page: Page): Promise<string> => (await page.locator('.key-text code').textContent()) ?? ''

    async function make(page: Page, name: string): Promise<string> {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: /^Name/ }).fill(name)
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Key created' }).waitFor()
      const text = await textShown(page)
      await page.getByRole('button', { name: 'I have copied it' }).click()
      return text
    }

    const row = (page: Page, name: string) => page.locator('.keys-table tbody tr', { hasText: name })

    test('a key that is made opens at once, and its text is shown this once', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: /^Name/ }).fill('chat page')
      await page.getByRole('textbox', { name: /^Allowed models/ }).fill('embedded/qwen3*')
      await page.getByRole('combobox', { name: 'Reasoning visibility' }).selectOption('label')
      await page.getByRole('spinbutton', { name: 'Requests' }).fill('40')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Key created' }).waitFor()
      const text = await textShown(page)
      expect(text).toMatch(/^rsk_/)
      await page.getByRole('button', { name: 'Copy' }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
      // A key that is pressed too early or twice, which a browser takes for an order, does not lose it.
      for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
      await expect.poll(() => page.getByRole('dialog', { name: 'Key created' }).isVisible()).toBe(true)
      expect(await textShown(page)).toBe(text)
      await page.getByRole('button', { name: 'I have copied it' }).click()

      await row(page, 'chat page').waitFor()
      await expect.poll(() => row(page, 'chat page').innerText()).toMatch(/label[\s\S]*embedded\/qwen3\*[\s\S]*40 requests\/min/)
      const secret = text.slice(text.lastIndexOf('_', 16) + 1)
      expect(await everythingIn(page)).not.toContain(secret)
      const bodies = bodiesOf(page)
      await page.reload()
      await row(page, 'chat page').waitFor()
      expect(await everythingIn(page)).not.toContain(secret)
      expect(await bodies()).not.toContain(secret)

      expect([await statusOf(text), await statusOf(text, 'embedded/gpt-oss-raw')]).toEqual([200, 403])
    })

    test('its text is copied where a browser has no clipboard for pages, as over plain HTTP', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      await page.evaluate(async () => {
        const { clipboard } = navigator
        await clipboard.writeText('from before')
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        Object.assign(window, { clipboard })
      })
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: /^Name/ }).fill('over plain HTTP')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Key created' }).waitFor()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
      const copied = await page.evaluate(() => (window as unknown as { clipboard: Clipboard }).clipboard.readText())
      expect(copied).toBe(await textShown(page))
    })

    test('a key that expires at some time of a day still does when its name is changed', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      const expiries = (): Promise<(number | undefined)[]> =>
        page.evaluate(async () => {
          const { keys } = (await (await fetch('api/keys', { headers: { 'x-reason-page': '1' } })).json()) as {
            keys: { name: string; expiresAt?: number }[]
          }
          return keys.filter(({ name }) => name.startsWith('for a while')).map(({ expiresAt }) => expiresAt)
        })
      const change = async (label: RegExp, value: string): Promise<void> => {
        await row(page, 'for a while').getByRole('button', { name: 'Edit' }).click()
        await page.getByLabel(label).fill(value)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await row(page, 'for a while').waitFor()
      expect(await expiries()).toEqual([noon])
      await change(/^Name/, 'for a while longer')
      await row(page, 'for a while longer').waitFor()
      expect(await expiries()).toEqual([noon])
      await change(/^Expires/, '2100-02-03')
      await expect.poll(expiries).toEqual([await page.evaluate(() => new Date(2100, 1, 4).getTime())])
    })

    test.each([360, 1280])('a key of any name can be changed, in a page %s wide: names stay where they belong', async (width) => {
      const { page } = await openAs(long.keys[0]!, { size: { width, height: 800 } }, long.url)
      const one = row(page, 'nnn')
      await one.waitFor()
      await expect.poll(() => page.locator('.keys-table').innerText()).toMatch(/invoice\[RLO\]gnp\.exe[^]*a\[RLO\]b[^]*c\[RLO\]d/)
      const beyond = await page
        .locator('.key-actions button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getBoundingClientRect().right - button.closest('.card')!.getBoundingClientRect().right),
        )
      expect(beyond).toHaveLength(9)
      expect(beyond.filter((over) => over > 0)).toEqual([])
      expect(await one.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
      await one.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

    test('a key has a message that asks the model to finish, and an effort; both are as they were when it is opened again', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      await make(page, 'hasty')
      const stored = () =>
        page.evaluate(async () => {
          const { keys } = (await (await fetch('api/keys', { headers: { 'x-reason-page': '1' } })).json()) as {
            keys: { name: string; wrapUp?: string; askEffort?: string }[]
          }
          const { wrapUp, askEffort } = keys.find(({ name }) => name === 'hasty')!
          return [wrapUp, askEffort]
        })
      const wrapUp = page.getByRole('combobox', { name: /^Wrap-up message/ })
      const effort = page.getByRole('combobox', { name: /^Default effort/ })
      const edit = async (change: () => Promise<unknown>): Promise<void> => {
        await row(page, 'hasty').getByRole('button', { name: 'Edit' }).click()
        await change()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      expect(await stored()).toEqual([undefined, undefined])
      await edit(async () => {
        await wrapUp.selectOption('own')
        await page.getByRole('textbox', { name: 'Message to the model' }).fill('Come to an end.')
        await effort.selectOption('low')
      })
      expect(await stored()).toEqual(['Come to an end.', 'low'])
      await edit(async () => {
        expect([await wrapUp.inputValue(), await effort.inputValue()]).toEqual(['own', 'low'])
        expect(await page.getByRole('textbox', { name: 'Message to the model' }).inputValue()).toBe('Come to an end.')
        await wrapUp.selectOption('off')
      })
      expect(await stored()).toEqual(['off', 'low'])
      await edit(async () => {
        await wrapUp.selectOption('')
        await effort.selectOption('')
      })
      expect(await stored()).toEqual([undefined, undefined])
    })

    test('a limit holds from the next request on, and goes again', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      const text = await make(page, 'limited')
      const limit = async (count: string): Promise<void> => {
        await row(page, 'limited').getByRole('button', { name: 'Edit' }).click()
        await page.getByRole('spinbutton', { name: 'Requests' }).fill(count)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await limit('1')
      await row(page, 'limited').getByText('1 requests/min').waitFor()
      expect([await statusOf(text), await statusOf(text)]).toEqual([200, 429])
      await limit('')
      await row(page, 'limited').getByText('no limits').waitFor()
      expect(await statusOf(text)).toBe(200)
    })

    test('a budget shows how it stands, stops what the key may think, and begins anew', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      const text = await make(page, 'thrifty')
      await row(page, 'thrifty').getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('spinbutton', { name: /^Per key/ }).fill('10')
      await page.getByRole('button', { name: 'Save' }).click()
      await row(page, 'thrifty').getByText('0 / 10 reasoning tokens').waitFor()
      expect([await statusOf(text), await statusOf(text)]).toEqual([200, 429])
      await page.reload()
      await row(page, 'thrifty')
        .getByText(/[1-9]\d* \/ 10 reasoning tokens/)
        .waitFor()
      await row(page, 'thrifty').getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('dialog', { name: 'Reset the budget of key thrifty?' }).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Reset budget' }).click()
      await row(page, 'thrifty').getByText('0 / 10 reasoning tokens').waitFor()
      await expect.poll(() => row(page, 'thrifty').getByRole('button', { name: 'Reset' }).count()).toBe(0)
      expect(await statusOf(text)).toBe(200)
    })

    test('a new text takes the place of the old one, at once or after a while', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      const first = await make(page, 'changing hands')
      const rotate = async (grace: string): Promise<string> => {
        await row(page, 'changing hands').getByRole('button', { name: 'Rotate' }).click()
        await page.getByRole('combobox').selectOption({ label: grace })
        await page.getByRole('button', { name: 'Rotate key' }).click()
        await page.getByRole('dialog', { name: 'New secret' }).waitFor()
        const text = await textShown(page)
        await page.getByRole('button', { name: 'I have copied it' }).click()
        return text
      }
      const second = await rotate('an hour')
      await row(page, 'changing hands').getByText('previous secret valid until').waitFor()
      expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
      const third = await rotate('no time')
      expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
    })

    test('a key that is revoked opens nothing, and is listed with those that do not', async () => {
      const { page } = await openAs(gateway.keys[0]!)
      const text = await make(page, 'leaver')
      await row(page, 'leaver').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await statusOf(text)).toBe(200)
      await row(page, 'leaver').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: 'Revoke key' }).click()
      await row(page, 'leaver').waitFor({ state: 'detached' })
      expect(await statusOf(text)).toBe(401)
      await page.getByRole('checkbox', { name: /^Show \d+ revoked or expired/ }).check()
      await expect.poll(() => row(page, 'leaver').getByRole('button').count()).toBe(0)
      await row(page, 'leaver').getByText('revoked').waitFor()
    })

    test('what cannot be made is said in the form, which stays', async () => {
      const one = await openAs(gateway.keys[0]!)
      const { page } = one
      await page.route('**/api/keys', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: /^Name/ }).fill('kept')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('alert').getByText('The gateway does not respond.').waitFor()
      await expect.poll(() => page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('kept')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // The browser's message for a failed request.
      one.complaints.splice(0)
    })

    test('are not for those who are no administrators: nothing of them arrives', async () => {
      const one = await open(gateway.url, { path })
      const bodies = bodiesOf(one.page)
      await signIn(one.page, gateway.keys[1]!)
      await one.page.getByRole('heading', { name: 'Administrators only' }).waitFor()
      expect(await everythingIn(one.page)).not.toContain('ops')
      expect(await bodies()).not.toContain('"ops"')
      expect(one.requests.filter((url) => /api\/(?:keys|settings)/.test(url))).toEqual([])
    })

    test('an administrator who revokes the own key is signed out', async () => {
      const maker = await openAs(gateway.keys[0]!)
      await maker.page.getByRole('button', { name: 'New key' }).click()
      await maker.page.getByRole('textbox', { name: /^Name/ }).fill('second admin')
      await maker.page.getByRole('checkbox', { name: /^Administrator/ }).check()
      await maker.page.getByRole('button', { name: 'Create key' }).click()
      await maker.page.getByRole('dialog', { name: 'Key created' }).waitFor()
      const text = await textShown(maker.page)
      await maker.page.getByRole('button', { name: 'I have copied it' }).click()
      await maker.page.getByRole('button', { name: 'Sign out' }).click()
      await signIn(maker.page, text)
      await row(maker.page, 'second admin').getByText('you', { exact: true }).waitFor()
      await row(maker.page, 'second admin').getByRole('button', { name: 'Revoke' }).click()
      await maker.page.getByText('You are signed in with this key').waitFor()
      await maker.page.getByRole('button', { name: 'Revoke key' }).click()
      await maker.page.getByRole('button', { name: 'Sign in' }).waitFor()
      // The browser's message for answers with 401.
      maker.complaints.splice(0)
    })

    test('are made below any path, and say so', async () => {
      const proxy = await startProxy(gateway.url, '/tools/reason/')
      try {
        const { page } = await open(proxy.url, { path })
        await signIn(page, gateway.keys[0]!)
        await page.getByRole('button', { name: 'New key' }).click()
        await page.getByRole('textbox', { name: /^Name/ }).fill('below')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.getByText(`OPENAI_BASE_URL=${proxy.url}v1`).waitFor()
        await page.getByRole('button', { name: 'I have copied it' }).click()
        await page.getByRole('link', { name: 'Dashboard' }).click()
        await page.getByText('● Live').waitFor()
        await page.close()
      } finally {
        await proxy.stop()
      }
    })

    test.each([
      ['light', undefined, { width: 1280, height: 800 }],
      ['dark', 'dark', { width: 390, height: 800 }],
    ] as const)('nothing that axe finds serious, %s', async (_, scheme, size) => {
      const { page } = await openAs(gateway.keys[0]!, { ...(scheme && { scheme }), size })
      await row(page, 'ops').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
      expect(await page.locator('.card.scroll').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
      await page.getByRole('button', { name: 'New key' }).click()
      expect(await seriousFindings(page)).toEqual([])
    })
  })

  describe('settings', () => {
    const secrets = ['hidden-upstream-key', 'hidden-in-the-address', 'hidden-redis', 'hidden-word']
    let gateway: Gateway
    beforeAll(async () => {
      const config = [
        'upstreams:',
        '  - { name: a, url: "http://127.0.0.1:9/v1?key=hidden-in-the-address", key: { env: UPSTREAM_SECRET } }',
        '  - { name: b, url: "http://127.0.0.1:9/v1?token=hidden-in-the-address", key: { command: [echo, hidden-word] } }',
        'traces: { days: 7 }',
        'budgets: { redis: "redis://user:hidden-redis@127.0.0.1:9" }',
        'llm: { postproc.reasoning.max_tokens: 2000 }',
      ].join('\n')
      const environment = { UPSTREAM_SECRET: 'hidden-upstream-key', REASON_VISIBILITY: 'summary' }
      gateway = await startGateway(['--decide-after', '700'], { config, environment })
    })
    afterAll(() => gateway?.stop())

    test.each([
      ['a flag', 'decideAfter', '700', /flag\s+--decide-after/],
      ['the environment', 'clients.visibility', 'summary', /environment\s+REASON_VISIBILITY/],
      ['the file, by its line', 'traces.days', '7', /file\s+\S*reason\.config\.yaml:4:/],
      ['nobody', 'budgets.session.tokens', '500000', /default/],
    ])('say what holds, and that it is from %s', async (_, place, value, from) => {
      const { page } = await open(gateway.url, { path: '#/keys/settings' })
      await page.getByRole('searchbox', { name: 'Find a setting' }).fill(place)
      const setting = page.locator('.setting', { has: page.getByText(place, { exact: true }) })
      await setting.waitFor()
      const shown = page.locator('.setting dt > code')
      await expect.poll(async () => (await shown.allTextContents()).filter((other) => !other.startsWith(place))).toEqual([])
      await setting.getByText(value, { exact: true }).waitFor()
      await expect.poll(() => setting.innerText()).toMatch(from)
    })

    test('are fewer where the filter asks for changed ones, policies too', async () => {
      const { page } = await open(gateway.url, { path: '#/keys/settings' })
      await page.getByRole('checkbox', { name: 'Only changed settings' }).check()
      await page.getByText('llm.postproc.reasoning.max_tokens').waitFor()
      const places = await page.locator('.setting dt > code').allTextContents()
      expect(places).toEqual(expect.arrayContaining(['upstreams', 'traces.days', 'decideAfter', 'llm.postproc.reasoning.max_tokens']))
      expect(places).not.toContain('budgets.session.tokens')
      await page.getByRole('searchbox').fill('there is nothing like this')
      await page.getByText('No setting matches.').waitFor()
    })

    test('fit a phone, however long their names are, and the navigation shows where one is', async () => {
      const { page } = await open(gateway.url, { path: '#/keys/settings', size: { width: 390, height: 780 } })
      await page.getByText('llm.harmony.channels_parser.drop_commentary_from_history').waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await expect
        .poll(() =>
          page
            .locator('nav [aria-current]')
            .first()
            .evaluate((link) => {
              const [shown, nav] = [link.getBoundingClientRect(), link.closest('nav')!.getBoundingClientRect()]
              return shown.left >= nav.left && shown.right <= nav.right
            }),
        )
        .toBe(true)
    })

    test('bring no secret to the page, wherever it was written', async () => {
      const one = await open(gateway.url)
      const { page } = one
      const bodies = bodiesOf(page)
      for (const name of ['Dashboard', 'Keys and settings', 'Settings']) await page.getByRole('link', { name, exact: true }).click()
      await page.getByText('redis://***@127.0.0.1:9').waitFor()
      const all = (await everythingIn(page)) + (await bodies())
      expect(all).toContain('UPSTREAM_SECRET')
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
      expect(await seriousFindings(page)).toEqual([])
      // The browser's message for upstreams that are away.
      one.complaints.splice(0)
    })
  })
})
