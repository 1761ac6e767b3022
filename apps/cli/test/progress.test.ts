import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hasScript, openTerminal, scriptMissing } from './screen.ts'
import { command, reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-progress-'))
afterAll(() => rmSync(folder, { recursive: true }))

const traces = join(folder, 'traces.jsonl')
const record = (index: number): string =>
  `${JSON.stringify({ id: `trace_${index}`, createdAt: 1_700_000_000_000 + index, outcome: 'stop', reasoningText: `Thought ${index}. `.repeat(80) })}\n`
writeFileSync(traces, Array.from({ length: 12_000 }, (_, index) => record(index)).join(''))

describe.skipIf(!hasScript)(`how far a long work is${scriptMissing}`, () => {
  it('is a bar in a terminal, which is gone when it is done', async () => {
    const terminal = openTerminal([...command, 'traces', 'import', traces, '--traces', `sqlite:${folder}/bar.db`])
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw()).toMatch(/[█░]{24} \d+ % read, [\d.]+ MB\/s, \d+ s left/)
    expect(terminal.lines()).toEqual(['12000 traces read, 12000 new. Existing traces are unchanged.'])

    const out = join(folder, 'export.jsonl')
    const exporting = openTerminal([
      'sh',
      '-c',
      `"$@" > ${out}`,
      'sh',
      ...command,
      'traces',
      'export',
      '--traces',
      `sqlite:${folder}/bar.db`,
    ])
    expect(await exporting.ended).toBe(0)
    expect(exporting.raw()).toMatch(/\d+ traces exported, \d+ traces\/s/)
    expect(exporting.lines()).toEqual([])
  })

  it('is not said into a pipe, nor where there is none to see', async () => {
    const { stderr } = await reason(['traces', 'import', traces, '--traces', `sqlite:${folder}/pipe.db`])
    expect(stderr).toBe('')
  })
})
