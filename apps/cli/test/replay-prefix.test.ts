import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const cwd = mkdtempSync(join(tmpdir(), 'reason-prefix-'))
afterAll(() => rmSync(cwd, { recursive: true }))

type Fields = Readonly<Record<string, unknown>>

const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } }
const asked = { role: 'user', content: 'Look.' }
const first: Fields = { model: 'claude-fable-5-1', max_tokens: 100, system: 'Be brief.', tools: [look], messages: [asked] }
const said = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'T', signature: 'EqQBCkYIARgCKkDxq7Zm' },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
  ],
}
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Seen.' }] }
const second: Fields = { ...first, messages: [asked, said, result] }

async function changes(before: Fields, after: Fields): Promise<[code: number | null, prefix: unknown]> {
  writeFileSync(join(cwd, 'before.json'), JSON.stringify(before))
  writeFileSync(join(cwd, 'after.json'), JSON.stringify(after))
  const flags = ['--to', 'anthropic-messages', '--model', 'claude-fable-5-1', '--json']
  const { code, stdout } = await reason(['replay', 'after.json', '--prefix', 'before.json', ...flags], { cwd })
  return [code, (JSON.parse(stdout) as { prefix: unknown }).prefix]
}

describe('reason replay --prefix names', () => {
  it.each<[what: string, after: Fields, code: number, prefix: string[]]>([
    ['nothing, where the next request only adds', second, 0, []],
    ['no mark of what is to be kept', { ...second, tools: [{ ...look, cache_control: { type: 'ephemeral' } }] }, 0, []],
    ['instructions', { ...second, system: 'Be brief. It is Tuesday.' }, 1, ['system changed']],
    ['instructions that are gone', { ...second, system: undefined }, 1, ['system was left out']],
    ['a tool that is new', { ...second, tools: [look, { ...look, name: 'hear' }] }, 1, ['tools: hear was added']],
    ['a tool that is another', { ...second, tools: [{ ...look, description: 'Looks well.' }] }, 1, ['tools: look changed']],
    ['a message', { ...second, messages: [{ ...asked, content: 'Look!' }, said, result] }, 1, ['messages[0] changed']],
  ])('%s', async (_, after, code, prefix) => {
    expect(await changes(first, after)).toEqual([code, prefix])
  })

  it('a message that was left out', async () => {
    expect(await changes(second, first)).toEqual([1, ['messages[1] was left out', 'messages[2] was left out']])
  })
})
