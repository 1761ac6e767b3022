import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium as playwright, type Page } from 'playwright-core'
import setup from '../test/kit/built.ts'
import { chromium } from '../test/kit/chromium.ts'
import { startGateway } from '../test/kit/gateway.ts'
import { startUpstream, type Piece } from '../test/kit/upstream.ts'

/*
 * Frames of the playground while tokens arrive, through the real gateway: first in the reasoning, then in an answer of Markdown. A frame is
 * dropped when the next comes more than one and a half periods of 60 frames a second after the last.
 *
 *     node --conditions=@reason/source apps/web/bench/frames.bench.ts [--rate 200] [--seconds 10] [--write]
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
})
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const period = 1000 / 60
const docs = fileURLToPath(new URL('../../../docs/benchmarks/frames.json', import.meta.url))

const words = ['The ', 'sum ', 'of ', '`n` ', 'terms ', 'is ', '**half** ', 'of ', 'that, ', 'or ', 'so ', 'it ', 'seems.\n\n']
function* pieces(make: (text: string) => Piece): Generator<Piece> {
  for (let at = 0; at < rate * seconds; at++) yield make(words[at % words.length]!)
}

async function main(): Promise<void> {
  if (chromium === undefined) throw new Error('There is no browser: install chromium, or set REASON_CHROMIUM to one.')
  await setup()
  const upstream = await startUpstream({
    reasoning: { pieces: [...pieces((reasoning) => ({ reasoning })), 'Done.'], rate },
    answer: { pieces: [...pieces((text) => text)], rate },
    nothing: { pieces: [], endless: true },
  })
  const gateway = await startGateway(['--upstream', upstream.url, '--traces', 'off'])
  const folder = mkdtempSync(join(tmpdir(), 'reason-frames-'))
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1280, height: 800 },
  })
  try {
    const rows = []
    for (const model of ['nothing', 'reasoning', 'answer']) {
      const page = await context.newPage()
      await page.goto(gateway.url)
      await page.getByRole('combobox', { name: 'Model' }).selectOption(model)
      await page.fill('#question', 'Go on.')
      await page.keyboard.press('Enter')
      if (model !== 'nothing') await page.locator('.panel-body, .answer-text').first().waitFor()
      const intervals = await framesOf(page, (seconds - 2) * 1000)
      const written = await page.evaluate(() => document.querySelector('.panel-body, .answer-text')?.textContent?.length ?? 0)
      rows.push({ name: model, written, ...figures(intervals) })
      await page.close()
    }
    const results = {
      command: `node --conditions=@reason/source apps/web/bench/frames.bench.ts --rate ${rate} --seconds ${seconds} --write`,
      browser: execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim(),
      machine: {
        cpu: cpus()[0]?.model ?? 'unknown',
        cores: cpus().length,
        memoryGiB: Math.round(totalmem() / 2 ** 30),
        os: `${type()} ${release()}`,
        node: process.version,
        date: new Date().toISOString().slice(0, 10),
      },
      load: loadavg()[0]!,
      rate,
      rows,
    }
    console.log(JSON.stringify(results, null, 2))
    if (values.write) writeFileSync(docs, `${JSON.stringify(results, null, 2)}\n`)
  } finally {
    await context.close()
    await gateway.stop()
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds between frames, as the page itself sees them. */
const framesOf = (page: Page, forMs: number): Promise<number[]> =>
  page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const note = (time: number): void => {
          times.push(time)
          if (time - times[0]! < ms) requestAnimationFrame(note)
          else resolve(times.slice(1).map((one, at) => one - times[at]!))
        }
        requestAnimationFrame(note)
      }),
    forMs,
  )

function figures(intervals: number[]): { frames: number; perSecond: number; p50: number; p95: number; longest: number; dropped: number } {
  const sorted = intervals.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  const total = intervals.reduce((sum, one) => sum + one, 0)
  const dropped = intervals.reduce((sum, one) => sum + (one > 1.5 * period ? Math.round(one / period) - 1 : 0), 0)
  return { frames: intervals.length, perSecond: intervals.length / (total / 1000), p50: at(0.5), p95: at(0.95), longest: at(1), dropped }
}

await main()
