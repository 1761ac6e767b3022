import { recording } from '@reason/testkit/recordings'
import { readFileSync } from 'node:fs'
import { recogniseBody } from '@reason/core/reading'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, it } from 'vitest'
import { knownWires } from '../src/adapters/known.ts'
import { loadWire } from '../src/registry.ts'
import { finished, reason, start } from './reason.ts'

const thought = 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'

interface Row {
  id: string
  api: string
  format: string
  file: string
}

describe.skipIf(shared === undefined)(`recorded responses are recognised${shared === undefined ? ` (${sharedMissing})` : ''}`, async () => {
  const index = shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8')
  const rows = index
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
    .filter(({ format }) => format !== 'aws-eventstream')
  const wires = await Promise.all(Object.keys(knownWires).map((name) => loadWire(name)))

  it.each(rows)('$id: $api', ({ file, api, format }) => {
    const text = readFileSync(sharedPath('captures', file), 'utf8')
    // By itself, the body of an error of HTTP says nothing of the format.
    if (format === 'json' && /^\{\s*"error"/.test(text))
      return expect(recogniseBody(text, wires)).toEqual({ kind: 'error', framing: 'json' })
    expect(wires.filter((wire) => recogniseBody(text, [wire])?.kind === 'format').map(({ id }) => id)).toEqual([api])
    expect(recogniseBody(text, wires)?.framing).toBe(format === 'jsonl' ? 'ndjson' : format)
  })
})

describe('reason split, without a format', () => {
  it.each([
    ['gpt-oss-auto-stream.sse', 'openai-chat (sse)'],
    ['qwen3-auto-json.json', 'openai-chat (json)'],
    ['qwen3-messages-stream.sse', 'anthropic-messages (sse)'],
    ['qwen3-responses-stream.sse', 'openai-responses (sse)'],
  ])('%s is read as what it is, and that is said', async (name, said) => {
    const { stdout, stderr, code } = await reason(['split', recording(name)])
    expect(stdout).toContain('is 51.')
    expect(stdout).not.toContain('data:')
    expect(stderr).toContain(`note: read as a recorded response in ${said}; --wire none reads it as text`)
    expect(code).toBe(0)
  })

  it('the server that wrote it is known by it, and what that one loses', async () => {
    const { stdout } = await reason(['split', recording('b6240-gpt-oss-none-json.json'), '-m', 'gpt-oss-20b', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ reasoning: thought, answer: 'The answer is 51.' })
  })

  it('a recording is text where that is said', async () => {
    const { stdout } = await reason(['split', recording('gpt-oss-auto-stream.sse'), '--wire', 'none', '-a', 'plain', '-q'])
    expect(stdout).toBe(readFileSync(recording('gpt-oss-auto-stream.sse'), 'utf8'))
  })

  it('an answer in JSON stays one', async () => {
    const input = '{"choices": "none", "data": [1, 2]}\n'
    expect((await reason(['split', '-q'], { input })).stdout).toBe(input)
  })

  it('text waits for nothing, also where it begins like a name of an event', async () => {
    const child = start(['split', '-a', 'plain', '-q'])
    const first = new Promise<string>((resolve) => child.stdout.once('data', (piece: Buffer) => resolve(piece.toString())))
    child.stdin.write('id')
    child.stdin.write('eally, ')
    expect(await first).toMatch(/^ideally/)
    child.stdin.end('yes.')
    expect((await finished(child)).code).toBe(0)
  })
})
