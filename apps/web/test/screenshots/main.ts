import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium as playwright } from 'playwright-core'
import setup from '../kit/built.ts'
import { chromium } from '../kit/chromium.ts'
import { toPalette } from './palette.ts'
import { scenes } from './scenes.ts'

const docs = fileURLToPath(new URL('../../../../docs/pages', import.meta.url))
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 780 } } as const
const schemes = ['light', 'dark'] as const

/**
 * Makes the pictures of `docs/pages` from the real gateway: all, or those whose names begin with an argument.
 *
 *     node --conditions=@reason/source test/screenshots/main.ts [NAME…]
 */
async function main(wanted: readonly string[]): Promise<void> {
  if (chromium === undefined) throw new Error('There is no browser: install chromium, or set REASON_CHROMIUM to one.')
  await setup()
  mkdirSync(docs, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'reason-screenshots-'))
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none'],
    reducedMotion: 'reduce',
  })
  try {
    for (const [name, { start, show, isExtra = false }] of Object.entries(scenes)) {
      if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue
      const gateway = await start()
      try {
        for (const [sizeName, size] of Object.entries(sizes)) {
          for (const scheme of schemes) {
            // What is no page of its own is shown once, as most will see it.
            if (isExtra && (sizeName !== 'wide' || scheme !== 'light')) continue
            await context.clearCookies()
            const page = await context.newPage()
            await page.setViewportSize(size)
            await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
            await page.goto(gateway.url)
            await page.evaluate(() => localStorage.clear())
            await page.reload()
            await show(page, gateway)
            // After a click, the pointer may be over something else.
            await page.mouse.move(0, 0)
            const file = `${name}-${scheme}-${sizeName}.png`
            const picture = toPalette(await page.screenshot())
            writeFileSync(join(docs, file), picture)
            console.log(`${file} ${Math.round(picture.length / 1024)} kB`)
            await page.close()
          }
        }
      } finally {
        await gateway.stop()
      }
    }
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main(process.argv.slice(2))
