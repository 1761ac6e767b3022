import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('the command', () => {
  it('takes nothing for clean that is no text', async () => {
    const path = join(folder, 'packed.jsonl')
    writeFileSync(path, gzipSync('{"role":"assistant","content":"<think>Hm.</think>Four."}'))
    const { code, stdout, stderr } = await reason(['audit', '--fail', path])
    expect([code, stdout, stderr]).toEqual([
      3,
      '',
      expect.stringContaining('packed.jsonl is compressed with gzip. Unpack it first') as string,
    ])
    expect(await reason(['audit', '-'])).toMatchObject({ code: 3, stderr: expect.stringContaining('not standard input') as string })
    expect(await reason(['audit', '/dev/null'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is neither a file nor a folder') as string,
    })
  })

  it('prints what was found as one JSON object', async () => {
    const path = file('found.jsonl', '{"role":"assistant","content":"Yes."}\n{"role":"assistant","content":"<think>Hm."}\nno JSON\n')
    const { code, stdout, stderr } = await reason(['audit', path, '--json'])
    expect([code, stderr]).toEqual([0, ''])
    const found = {
      bytes: 90,
      values: 3,
      broken: 1,
      messages: 2,
      withReasoning: 0,
      leaking: 1,
      leaks: { analysis_in_final: 1 },
      examples: { analysis_in_final: [{ file: path, line: 2, excerpt: '<think>Hm.' }] },
    }
    expect(stdout).toBe(`${JSON.stringify(found, null, 2)}\n`)
  })
})

describe('what it prints', () => {
  const path = file('report.jsonl', `${JSON.stringify({ role: 'assistant', content: 'x <think>\u001b[31mHm. y' })}\n`)

  it('is a report with examples, in which nothing reaches the terminal', async () => {
    const { stdout, code } = await reason(['audit', path])
    expect(code).toBe(0)
    expect(stdout).toContain('1 answer with leaked reasoning (100.0 %).')
    expect(stdout).toContain(`${path}:1  x <think>␛[31mHm. y`)
    expect(stdout).not.toContain('\u001b')
  })

  it('is no example where none is asked for', async () => {
    expect((await reason(['audit', path, '--examples', '0'])).stdout).not.toContain('Hm.')
  })

  it('ends a pipeline with --fail', async () => {
    expect((await reason(['audit', path, '--fail'])).code).toBe(1)
    expect((await reason(['audit', file('good.txt', 'Yes.'), '--fail'])).code).toBe(0)
  })

  it('takes a text with nothing in it for no message', async () => {
    const blank = join(folder, 'blank.txt')
    writeFileSync(blank, '\n \n')
    expect((await reason(['audit', blank])).stdout).toMatch(/^0 answers read/)
  })

  it('says what is wrong', async () => {
    expect(await reason(['audit', join(folder, 'nope.jsonl')])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no such file') as string,
    })
    expect(await reason(['audit', path, '--examples', 'many'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--examples is many') as string,
    })
    expect(await reason(['audit', mkdtempSync(join(folder, 'empty-'))])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('holds no .jsonl') as string,
    })
  })
})
