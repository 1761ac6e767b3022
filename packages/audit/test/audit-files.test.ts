import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { conditions } from '@reason/testkit/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditFiles, type FileAudit } from '../src/files/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const audit = (...paths: string[]): Promise<FileAudit> => auditFiles(paths)

describe('an audit of files', () => {
  it.each([0, -1, 1.5, Number.NaN])('takes no %d threads', async (threads) => {
    await expect(auditFiles([], { threads })).rejects.toThrow(`threads is ${threads}. Give a whole number of 1 or more.`)
  })

  it('continues after a line that is no JSON, and counts it', async () => {
    const path = file(
      'broken.jsonl',
      `{"role":"assistant","content":"<think>"}\n{"role":\n\nnull\n{"role":"assistant","content":"</think>"}\n`,
    )
    expect(await audit(path)).toMatchObject({ values: 3, broken: 1, messages: 2, leaking: 2 })
  })

  it('counts values of each kind, and lines that are no JSON', async () => {
    const values = ['"text"', ' -1', '0', 'true', 'false', 'null', '[]', '\t{"role":"assistant","content":"Four."}']
    const others = [': comment', 'data: {"role":"assistant","content":"</think>"}', 'none', '-', '+1', '\u00A0{}', '<think>']
    const path = file('mixed.jsonl', [...values, ...others].join('\n'))
    expect(await audit(path)).toMatchObject({ broken: others.length, messages: 1, leaking: 0 })
  })

  it('reads a value of more than 8 MiB as one', async () => {
    const long = JSON.stringify([{ role: 'assistant', content: `${'So it is. '.repeat(900_000)}</think>Four.` }])
    expect(await audit(file('long.json', long))).toMatchObject({ values: 1, broken: 0, messages: 1, leaking: 1 })
  })

  it('reads files of Windows: marks, line ends, UTF-16', async () => {
    const leak = '<think>Hm.</think>Four.'
    const row = JSON.stringify({ role: 'assistant', content: leak })
    const utf16 = (name: string, text: string): string => {
      const path = join(folder, name)
      writeFileSync(path, `\uFEFF${text}`, 'utf16le')
      return path
    }
    expect(await audit(file('marked.jsonl', `\uFEFF${row}\r\n${row}\r\n`))).toMatchObject({ broken: 0, messages: 2, leaking: 2 })
    expect(await audit(utf16('wide.json', `[${row}]`), utf16('wide.txt', leak))).toMatchObject({ broken: 0, messages: 2, leaking: 2 })
    const long = JSON.stringify({ role: 'assistant', content: `${'\u{1F642}\u0A0A'.repeat(400_000)}${leak}` })
    const lines = await audit(utf16('wide.jsonl', `${row}\r\n\r\n${long}\r\n{"role":\r\n${row}`))
    expect(lines).toMatchObject({ values: 4, broken: 1, messages: 3, leaking: 3 })
    expect(lines.examples.analysis_in_final!.map(({ line }) => line)).toEqual([1, 3, 5])
    const big = join(folder, 'big-endian.jsonl')
    writeFileSync(big, Buffer.from(`\uFEFF${row}\n`, 'utf16le').swap16())
    expect(await audit(big)).toMatchObject({ broken: 0, messages: 1, leaking: 1 })
  })

  it('takes text as an answer, and a folder as all that is in it', async () => {
    const inside = mkdtempSync(join(folder, 'texts-'))
    writeFileSync(join(inside, 'one.txt'), 'The answer is 51.')
    writeFileSync(join(inside, 'two.md'), '</think>The answer is 51.')
    writeFileSync(join(inside, 'picture.png'), 'not read')
    expect(await audit(inside)).toMatchObject({ messages: 2, leaking: 1 })
  })

  it('refuses a path that it cannot read', async () => {
    const cases: [path: string, message: RegExp][] = [
      [join(folder, 'nope.jsonl'), /^cannot read .*nope\.jsonl \(ENOENT\)\. There is no such file\./],
      [mkdtempSync(join(folder, 'empty-')), /holds no \.jsonl, \.ndjson, \.json, \.txt, \.md file/],
      ['/dev/null', /is neither a file nor a folder/],
      [
        file('packed.jsonl', gzipSync('{"role":"assistant","content":"<think>"}')),
        /packed\.jsonl is compressed with gzip\. Unpack it first/,
      ],
    ]
    for (const [path, message] of cases) {
      await expect(audit(path)).rejects.toMatchObject({ code: 'REASON_INVALID_INPUT', message: expect.stringMatching(message) as string })
    }
  })

  it('states its progress', async () => {
    const path = file('small.jsonl', '{"answer":"Yes."}\n')
    const progress: [number, number][] = []
    await auditFiles([path, path], { onProgress: (bytes, total) => progress.push([bytes, total]) })
    expect(progress).toEqual([
      [0, 36],
      [18, 36],
      [18, 36],
    ])
  })

  it('states its progress in texts and lists', async () => {
    const paths = [file('answer.txt', 'Yes.'), file('answers.json', '[{"answer":"Yes."}]')]
    const progress: number[] = []
    await auditFiles(paths, { onProgress: (bytes) => progress.push(bytes) })
    expect(progress.reduce((sum, bytes) => sum + bytes)).toBe(23)
  })
})

describe('an audit of a large file', () => {
  const rows = 60_000
  const leaky = (index: number): boolean => index % 997 === 5
  let path = ''

  beforeAll(() => {
    const filler = 'plain words of an answer '.repeat(12)
    const lines = Array.from({ length: rows }, (_, index) =>
      JSON.stringify({ role: 'assistant', content: leaky(index) ? `<think>${filler}` : filler, n: index }),
    )
    path = file('large.jsonl', lines.join('\n'))
  })

  it('is spread over threads, and counts every line once, by its number in the file', async () => {
    const expected = Array.from({ length: rows }, (_, index) => index).filter(leaky)
    const result = await inProcess(path)
    expect(result).toEqual({
      broken: 0,
      withReasoning: 0,
      bytes: statSync(path).size,
      values: rows,
      messages: rows,
      leaking: expected.length,
      leaks: { analysis_in_final: expected.length },
      examples: expect.anything() as unknown,
    })
    expect(result.examples.analysis_in_final!.map(({ line }) => line)).toEqual(expected.map((index) => index + 1))
  })
})

/** In a process of its own, whose threads find packages under the same conditions. */
async function inProcess(path: string): Promise<FileAudit> {
  const program = fileURLToPath(new URL('processes/audit.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...conditions, program, path])
  return JSON.parse(stdout) as FileAudit
}
