import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const cwd = mkdtempSync(join(tmpdir(), 'reason-replay-'))
afterAll(() => rmSync(cwd, { recursive: true }))

/** A wire format as a third party might write it, without a line of ours: `{ lines: [{ me }, { it, because }] }`. */
const plugin = (requests: string): string => `
const options = { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } }
const silent = { push: () => [], pushFrame: () => [], end: () => [{ type: 'end' }] }
export default {
  specVersion: 1,
  id: 'acme-lines',
  options,
  create: () => ({
    kind: 'wire', id: 'acme-lines', specVersion: 1, capabilities: {},
    createReader: () => silent, createWriter: () => silent, readResponse: () => silent.end(), writeResponse: () => ({}),
    ${requests}
  }),
}
`

const requests = `
    readRequest: ({ lines }, source = {}) => ({
      messages: lines.map(({ me, it, because }) => me !== undefined
        ? { role: 'user', content: [{ type: 'text', text: me }] }
        : {
            role: 'assistant',
            origin: { wire: 'acme-lines', ...source },
            items: [
              ...(because === undefined ? [] : [{ type: 'block', channel: 'reasoning', text: because, boundary: 'wire' }]),
              { type: 'block', channel: 'answer', text: it, boundary: 'wire' },
            ],
          }),
    }),
    replay(conversation, target) {
      const decisions = []
      const messages = conversation.messages.map((message, index) => {
        if (message.role === 'user') return { me: message.content[0].text }
        const [reasoning] = message.items.filter(({ channel }) => channel === 'reasoning')
        const own = message.origin.model === target.model && message.origin.provider === target.provider
        if (reasoning === undefined) decisions.push({ message: index, action: 'refused', reason: 'a reason is required' })
        else decisions.push({ message: index, item: 0, action: own ? 'kept' : 'dropped', reason: own ? 'its own' : 'it is of ' + message.origin.model })
        return { it: message.items.at(-1).text, ...(own && { because: reasoning.text }) }
      })
      return { messages, decisions, refusals: decisions.filter(({ action }) => action === 'refused').map(({ message }) => 'Message ' + message + ' says no reason.') }
    },`

writeFileSync(join(cwd, 'lines.js'), plugin(requests))
writeFileSync(join(cwd, 'responses-only.js'), plugin(''))
writeFileSync(join(cwd, 'two.json'), JSON.stringify({ lines: [{ me: '2 + 2' }, { it: '4', because: 'two and two' }] }))
writeFileSync(join(cwd, 'bare.json'), JSON.stringify({ lines: [{ me: '2 + 2' }, { it: '4' }] }))

const format = ['--from', './lines.js', '--to', './lines.js', '--model', 'm', '--provider', 'p']

describe('reason replay', () => {
  it('prints what is sent and why', async () => {
    const { stdout, stderr, code } = await reason(['replay', 'two.json', ...format, '--from-model', 'other'], { cwd })
    expect(stdout).toBe(`read as  acme-lines
sent to  acme-lines, m, p

What was decided:
  message 1, item 0 (reasoning)  dropped  it is of other

Messages that are sent:
  {"me":"2 + 2"}
  {"it":"4"}
`)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  })

  it('prints it for programs, and reads standard input', async () => {
    const input = JSON.stringify({ lines: [{ it: '4', because: 'two and two' }] })
    const { stdout, code } = await reason(['replay', ...format, '--from-model', 'm', '--from-provider', 'p', '--json'], { cwd, input })
    expect(JSON.parse(stdout)).toEqual({
      messages: [{ it: '4', because: 'two and two' }],
      decisions: [{ message: 0, item: 0, action: 'kept', reason: 'its own' }],
      refusals: [],
    })
    expect(code).toBe(0)
  })

  it('ends with 1 where the provider would refuse it', async () => {
    const { stdout, code } = await reason(['replay', 'bare.json', ...format], { cwd })
    expect(stdout).toContain('  message 1  refused  a reason is required\n\nIt would be refused: Message 1 says no reason.\n')
    expect(code).toBe(1)
    const forPrograms = await reason(['replay', 'bare.json', ...format, '--json'], { cwd })
    expect(JSON.parse(forPrograms.stdout)).toMatchObject({ refusals: ['Message 1 says no reason.'] })
    expect(forPrograms.code).toBe(1)
  })

  it('says that a conversation is in another format, in which it would be none', async () => {
    const input = '{"messages":[{"role":"user","content":"Q"}]}'
    const { stdout, stderr, code } = await reason(['replay', '--from', 'openai-responses', '--to', 'openai-chat', '-m', 'm'], { input })
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr:
        'reason: standard input holds no message in openai-responses: it looks like openai-chat. Use --from openai-chat, or leave it out.\n',
      code: 3,
    })
  })

  const to = ['--to', './lines.js', '--model', 'm']
  it.each([
    [
      'a format that does responses only',
      ['two.json', '--from', './responses-only.js', ...to],
      '',
      2,
      /"\.\/responses-only\.js" reads responses only/,
    ],
    [
      'a format without replay',
      ['two.json', '--from', './lines.js', '--to', './responses-only.js', '--model', 'm'],
      '',
      2,
      /"\.\/responses-only\.js" has no replay/,
    ],
    ['a shape that says nothing', ['two.json', ...to], '', 2, /the shape of two\.json does not say .*--from/],
    ['a list', to, '[]', 3, /standard input is no body of a request/],
    ['what is no JSON', to, 'hello', 3, /standard input is not one JSON document/],
    [
      'a conversation without a model to write it for',
      ['two.json', '--from', './lines.js', '--to', './lines.js'],
      '',
      2,
      /two\.json names no model\..* with --model, for example/,
    ],
    ['a model that is no text', ['--to', './lines.js'], '{"model":7,"messages":[]}', 2, /standard input names no model/],
  ])('refuses %s', async (_, args, input, code, says) => {
    const result = await reason(['replay', ...args], { cwd, input })
    expect(result.stderr).toMatch(says)
    expect(result.stderr).toMatch(/^reason: [^\n]+\n$/)
    expect(result).toMatchObject({ code, stdout: '' })
  })

  it.each([
    ['the one in the body', [], 'body-model'],
    ['the one of the flag', ['-m', 'flag-model'], 'flag-model'],
  ])('writes the request for %s', async (_, flags, model) => {
    const input = JSON.stringify({ model: 'body-model', messages: [{ role: 'user', content: 'Q' }] })
    const { stdout, code } = await reason(['replay', '--to', 'anthropic-messages', ...flags], { cwd, input })
    expect([code, stdout.includes(model)]).toEqual([0, true])
  })
})
