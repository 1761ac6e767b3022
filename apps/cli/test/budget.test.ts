import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startGateway } from './gateway.ts'
import { reason } from './reason.ts'

describe('reason budget', () => {
  it('shows and sets what sessions, keys and teams have used', async () => {
    const { url, folder } = await startGateway('--pace', '0', '--session-budget', '40')
    const made = await reason(['keys', 'create', 'page', '--team', 'red', '--budget', '30', '--json', '--file', join(folder, 'keys.json')])
    const { id } = JSON.parse(made.stdout) as { id: string }
    const budget = async (verb: string, ...args: string[]) => (await reason(['budget', verb, ...args, '--gateway', url])).stdout
    expect(await budget('show', 'alice')).toMatch(/^session alice {2}░+ {2}0 of 40 tokens used, 40 left\n$/)
    expect(await budget('set', 'alice', '10')).toContain(' 10 of 40 tokens used, 30 left')
    expect(await budget('show', 'alice', '--scope', 'session')).toContain(' 10 of 40 ')
    expect(await budget('reset', 'alice')).toContain(' 0 of 40 ')
    expect(await budget('set', id, '10', '--scope', 'key')).toContain(`key ${id}  ████████░`)
    expect(await budget('show', id, '--scope', 'key')).toContain(' 10 of 30 ')
    expect(await budget('show', 'red', '--scope', 'team')).toBe('There is no budget for the team "red".\n')
  })

  it('says what is wrong', async () => {
    const { url } = await startGateway()
    const { code, stderr } = await reason(['budget', 'reset', 'x', '--scope', 'key', '--gateway', url])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('There is no key "x".') as string })
    expect(await reason(['budget', 'show', 'x', '--scope', 'user'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be one of: session, key, team') as string,
    })
  })

  it('says that no gateway answers', async () => {
    const { code, stderr } = await reason(['budget', 'show', 'alice', '--gateway', 'http://127.0.0.1:9'])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'reason: no gateway answers at http://127.0.0.1:9. Start it, or set its address with --gateway.\n',
    })
    expect(await reason(['budget', 'set', 'alice', 'lots'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tokens is lots, but must be a whole number') as string,
    })
  })
})
