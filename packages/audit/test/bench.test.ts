import { expect, it } from 'vitest'
import { chats, leakEvery } from '../bench/chats.ts'
import { builtInMarkup } from '../src/built-in-markup.ts'
import { scanUnit } from '../src/files/scan-unit.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

it('the benchmark audits answers that leak where they are meant to, and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-audit-bench-'))
  const file = join(folder, 'chats.jsonl')
  try {
    const text = [...chats(2 * leakEvery)].join('')
    writeFileSync(file, text)
    const tally = scanUnit({ file, layout: 'lines', from: 0, to: text.length }, builtInMarkup(), 1, () => {})
    expect(tally).toMatchObject({ messages: 2 * leakEvery, withReasoning: 2 * leakEvery, leaking: 4, broken: 0 })
    expect(tally.leaks).toEqual({ analysis_in_final: 2, prefix_reappeared: 4, ngram_overlap: 4 })
    expect(text.length / tally.messages).toBeGreaterThan(1400)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
