import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyring, openKeyFile } from '@reason/keys'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, '.reason/keys.json')
const keys = (...args: string[]) => reason(['keys', ...args], { cwd: folder })

describe('reason keys', () => {
  it('makes, lists, changes, rotates and revokes', async () => {
    const made = await keys(
      'create',
      'chat page',
      '--visibility',
      'label',
      '--models',
      'qwen3*',
      'gpt-oss*',
      '--budget',
      '1000',
      '--wrap-up',
      'on',
      '--requests-per-minute',
      '5',
      '--ask-effort',
      'high',
      '--expires',
      '90d',
    )
    expect(made.code).toBe(0)
    expect(made.stderr).toContain('the only time')
    const text = made.stdout.trim()
    const opened = createKeyring(openKeyFile(path).list()).authenticate(text)
    expect(opened).toMatchObject({
      ok: true,
      key: {
        name: 'chat page',
        visibility: 'label',
        models: ['qwen3*', 'gpt-oss*'],
        budgets: { key: { tokens: 1000 } },
        wrapUp: 'on',
        askEffort: 'high',
      },
    })
    const { id } = opened.ok ? opened.key : { id: '' }

    const { stdout: listed } = await keys('list')
    expect(listed).toMatch(
      new RegExp(
        `^${id}  chat page  visibility label  models qwen3\\* gpt-oss\\*  5 requests/min  budget of key 1000  effort high  since \\S+  until \\S+\n$`,
      ),
    )
    expect((await keys('list', '--json')).stdout).not.toContain('sha256')

    expect((await keys('change', id, '--visibility', 'full')).stdout).toContain('visibility full  models qwen3*')
    const rotated = (await keys('rotate', id, '--grace', '1h', '--json')).stdout
    const { key: second } = JSON.parse(rotated) as { key: string }
    const ring = createKeyring(openKeyFile(path).list())
    expect([ring.authenticate(text).ok, ring.authenticate(second).ok]).toEqual([true, true])

    expect((await keys('revoke', id)).stdout).toContain('revoked')
    expect(createKeyring(openKeyFile(path).list()).authenticate(second)).toMatchObject({ reason: 'revoked' })
    expect(readFileSync(path, 'utf8')).not.toContain(second.slice(15))
  })

  it('paints a list for a terminal, where names of others stay on their line', async () => {
    const file = join(folder, 'painted.json')
    const { record } = await openKeyFile(file).create({ name: 'page\u001B[2J\nof mine', admin: true, expiresAt: Number.MAX_SAFE_INTEGER })
    const { stdout, code } = await reason(['keys', 'list', '--file', file], { env: { FORCE_COLOR: '1' } })
    // oxlint-disable-next-line no-control-regex -- colours are what this is about
    expect([code, stdout.replaceAll(/\u001B\[\d+m/g, '').replace(/since \S+/, 'since then')]).toEqual([
      0,
      `${record.id}  page␛[2J of mine  visibility none  admin  since then  until +275760-09-13\n`,
    ])
    expect(stdout).toContain('\u001B[33madmin')
  })

  it.each([
    [['revoke', 'nobody0000'], 3, 'there is no key nobody0000'],
    [['create', 'x', '--expires', 'soon'], 2, '--expires is soon'],
    [['create', 'x', '--expires', '2001-01-01'], 2, 'which is in the past'],
    [['create', 'x', '--expires', '40'], 2, '--expires is 40, but must be a date'],
    [['create', 'x', '--expires', '99999999d'], 2, '--expires is 99999999d, but may be 100000d at most'],
    [['create', 'x', '--visibility', 'some'], 2, '--visibility is some, but must be one of: full'],
    [['create', 'x', '--ask-effort', 'most'], 2, '--ask-effort is most, but must be one of: '],
    [['create', 'x', '--budget', 'lots'], 2, '--budget is lots'],
    [['rotate', 'nobody0000', '--grace', 'long'], 2, '--grace is long'],
    [['create', 'x', '--file', '/dev/null/keys.json'], 3, 'the keys in /dev/null/keys.json cannot be changed (E'],
    [['list', '--file', 'none/keys.json'], 0, 'there is no file none/keys.json'],
    [['create'], 2, '<name> is missing. Expected: name of the key'],
  ] as const)('says what is wrong: %j', async (args, code, message) => {
    expect(await keys(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) as string })
  })
})
