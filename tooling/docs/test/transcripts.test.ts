import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { frames, llamaServer, message, serve } from '@reason/testkit/model-servers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from './examples.ts'
import { openShell, patternOf, startGateway, stepsOf } from './transcripts.ts'

const pages = globSync('docs/{tutorials,how-to}/*.md', { cwd: root })
  .toSorted()
  .filter((file) => stepsOf(file).length > 0)

/** The llama-server of the tutorial: Qwen3 with its tags in the text. */
async function startModel(): Promise<string> {
  const thought = '<think>\nTen times three is 30, seven times three is 21.\n</think>\n\n'
  const whole = message({ content: `${thought}The answer is 51.` })
  const streamed = frames({ content: thought }, { content: 'The answer is 51.' })
  const server = await serve(llamaServer({ model: 'qwen3', whole, streamed, format: 'none' }))
  onTestFinished(() => server.close())
  return server.url
}

describe('transcripts of a gateway', () => {
  it('are in three tutorials', () => expect(pages.length).toBeGreaterThanOrEqual(3))

  it.each(pages)('%s shows what happens', { timeout: 120_000 }, async (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-transcript-'))
    const shell = openShell(folder)
    const model = await startModel()
    let gateway: Awaited<ReturnType<typeof startGateway>> | undefined
    onTestFinished(async () => {
      shell.close()
      await gateway?.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    for (const { line, command, output } of stepsOf(file)) {
      const there = command.replaceAll('http://127.0.0.1:8080', model).replaceAll('http://127.0.0.1:8787', gateway?.url ?? '')
      const [start, flags = ''] = /^npm start(?: -- (.*))?$/.exec(there) ?? []
      if (start !== undefined) {
        await gateway?.stop()
        gateway = await startGateway(folder, flags.split(' ').filter(Boolean))
        continue
      }
      const shown = patternOf(output)
      let got = await shell.run(there)
      // Traces are stored behind the answer.
      for (let tries = 0; tries < 50 && !shown.test(got) && /^curl -s '?\S*\/api\/traces/.test(there); tries++) {
        await setTimeout(100)
        got = await shell.run(there)
      }
      if (!shown.test(got)) expect(got, `${file}:${line}: ${command}`).toBe(output)
    }
  })
})
