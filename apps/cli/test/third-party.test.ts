import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

/** A plugin as a third party might write it, without a line of ours: `(reasoning) answer`. */
const plugin = `
const options = {
  '~standard': {
    version: 1,
    vendor: 'acme',
    validate: (value) => Object.keys(value).every((key) => key === 'open')
      ? { value: { open: '(', ...value } }
      : { issues: [{ message: 'only "open" is an option' }] },
  },
}
export default {
  specVersion: 1,
  id: 'acme-parens',
  options,
  create: ({ open }) => ({
    kind: 'text', id: 'acme-parens', specVersion: 1, capabilities: { conservation: true },
    createSplitter() {
      let text = ''
      return {
        push: (piece) => { text += piece; return [] },
        end() {
          const from = text.indexOf(open)
          const to = text.indexOf(')')
          const ended = text
          text = ''
          if (ended === '') return []
          if (from !== 0 || to === -1) {
            return [
              { type: 'block-start', block: 0, channel: 'answer' },
              { type: 'delta', block: 0, channel: 'answer', text: ended },
              { type: 'block-end', block: 0, channel: 'answer', boundary: 'end-of-stream' },
            ]
          }
          return [
            { type: 'markup', of: 'delimiter', text: open },
            { type: 'block-start', block: 0, channel: 'reasoning' },
            { type: 'delta', block: 0, channel: 'reasoning', text: ended.slice(1, to) },
            { type: 'markup', of: 'delimiter', text: ')' },
            { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer', terminator: ')' },
            { type: 'block-start', block: 1, channel: 'answer' },
            { type: 'delta', block: 1, channel: 'answer', text: ended.slice(to + 1) },
            { type: 'block-end', block: 1, channel: 'answer', boundary: 'end-of-stream' },
          ]
        },
      }
    },
  }),
}
`

/** A wire format whose streams are lines. */
const lines = `
export default {
  specVersion: 1,
  id: 'acme-lines',
  options: { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } },
  create: () => ({
    kind: 'wire', id: 'acme-lines', specVersion: 1, capabilities: {},
    createReader: () => ({ push: () => [], pushFrame: () => [], end: () => [{ type: 'end' }] }),
    createWriter: () => ({ push: (part) => part.type === 'delta' ? [{ data: JSON.stringify({ say: part.text }) }] : [], end: () => [] }),
    readResponse: () => [{ type: 'end' }],
    writeResponse: () => ({}),
    endpoint: { base: '', path: () => '/talk', framing: 'ndjson' },
  }),
}
`

const folder = mkdtempSync(join(tmpdir(), 'reason-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

function install(name: string, manifest: object, files: Record<string, string>): void {
  const home = join(folder, 'node_modules', name)
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify({ name, type: 'module', ...manifest }), ...files })) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
}

beforeAll(() => {
  install('acme-parens', { exports: './index.js' }, { 'index.js': plugin })
  install('@acme/import-only', { exports: { '.': { types: './x.d.ts', import: './dist/index.js' } } }, { 'dist/index.js': plugin })
  install('acme-lines', { exports: './index.js' }, { 'index.js': lines })
  install('acme-nothing', { exports: './index.js' }, { 'index.js': 'export const something = 1' })
  install('acme-broken', { exports: './index.js' }, { 'index.js': "import 'acme-missing'" })
  install('acme-newer', { exports: './index.js' }, { 'index.js': plugin.replace('specVersion: 1,\n  id', 'specVersion: 2,\n  id') })
  writeFileSync(join(folder, 'mine.js'), plugin)
  writeFileSync(
    join(folder, 'rows.jsonl'),
    '{"name":"a thought in parentheses","input":"(why)yes","expect":{"reasoning":"why","answer":"yes"}}\n',
  )
})

describe('an adapter of a third party', () => {
  it.each(['acme-parens', '@acme/import-only', './mine.js'])('%s is found in the current folder', async (adapter) => {
    const { stdout, stderr, code } = await reason(['split', '-a', adapter, '-q'], { input: '(why)yes', cwd: folder })
    expect({ stdout, stderr, code }).toEqual({ stdout: 'yes', stderr: '', code: 0 })
  })

  it('gets its options', async () => {
    const { stdout } = await reason(['split', '-a', 'acme-parens', '-o', 'open=[', '-q'], { input: '[why)yes', cwd: folder })
    expect(stdout).toBe('yes')
    const wrong = await reason(['split', '-a', 'acme-parens', '-o', 'opne=['], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('only "open" is an option') as string })
  })

  it('is verified by rows of the kit', async () => {
    const { stdout, code } = await reason(['verify', 'rows.jsonl', '-a', 'acme-parens'], { cwd: folder })
    expect({ stdout, code }).toEqual({ stdout: '1 vector: 1 passed, 0 failed, 0 skipped\n', code: 0 })
  })

  it('takes part in an explanation', async () => {
    const { stdout } = await reason(['explain', '--model', 'x', '-a', 'acme-parens', '--json'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ adapter: 'acme-parens' })
  })

  it.each([
    ['acme-nothing', /The default export of acme-nothing is not a Reason plugin/],
    ['acme-broken', /acme-broken cannot be loaded \(Cannot find package 'acme-missing'/],
    ['acme-newer', /has specVersion 2; this @reason\/core supports 1\. Update @reason\/core/],
  ])('%s is refused with the reason', async (adapter, says) => {
    const { stderr, code } = await reason(['split', '-a', adapter], { cwd: folder })
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  it.each([
    ['throws-at-text', 'push() { throw new Error("not today") }, end: () => []', 'not today'],
    ['throws-at-end', 'push: () => [], end() { throw new Error("not today") }', 'not today'],
    ['gives-nothing', 'push() {}, end() {}', 'it gave undefined instead of a list of parts'],
  ])('%s, which is its own fault and not that of the command', async (name, splitter, says) => {
    writeFileSync(
      join(folder, `${name}.js`),
      plugin.replace(/createSplitter\(\) \{[^]*?\n    \},\n/, `createSplitter: () => ({ ${splitter} }),\n`),
    )
    const { stderr, code } = await reason(['split', '-a', `./${name}.js`], { input: '(why)yes', cwd: folder })
    expect({ stderr, code }).toEqual({ stderr: `reason: The adapter of ./${name}.js failed: ${says}. Report it to its author.\n`, code: 2 })
  })

  it('may be a wire format, whose streams are framed as it says', async () => {
    const body = join(folder, 'body.json')
    const message = { role: 'assistant', content: 'Four.' }
    writeFileSync(body, JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    const convert = ['convert', body, '--from', 'openai-chat', '--to', 'acme-lines', '--stream']
    expect(await reason(convert, { cwd: folder })).toMatchObject({ code: 0, stdout: '{"say":"Four."}\n' })
    const binary = await reason([...convert.slice(0, -1), '--out-framing', 'aws-eventstream'], { cwd: folder })
    expect(binary).toMatchObject({ code: 2, stderr: expect.stringContaining('its streams are ndjson') as string })
  })

  it('is told from a wire format', async () => {
    const home = fileURLToPath(new URL('../', import.meta.url))
    const text = await reason(['split', '-a', '@reason/providers-openai'], { cwd: home })
    expect(text).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass it as --wire @reason/providers-openai') as string })
    const wire = await reason(['split', '--wire', 'acme-parens', '--framing', 'sse'], { cwd: folder })
    expect(wire).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass it as --adapter acme-parens') as string })
  })
})
