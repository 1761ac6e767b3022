import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { allowsModel, createKeyring, openKeyFile, remember, type KeyRecord } from '../src/index.ts'
import { replaceFile } from '../src/replace-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const freshPath = (): string => join(folder, `deep/${files++}/keys.json`)

const day = 86_400_000

describe('a key', () => {
  it('opens until it is revoked, and is kept only as a hash', async () => {
    const path = freshPath()
    const file = openKeyFile(path)
    const { record, text } = await file.create({ name: 'ci' })
    expect(text).toMatch(/^rsk_[a-z0-9]{10}_[\w-]{43}$/)
    expect(record).toMatchObject({ id: text.slice(4, 14), name: 'ci', visibility: 'none' })
    expect(createKeyring(file.list()).authenticate(text)).toEqual({ ok: true, key: record })
    expect(readFileSync(path, 'utf8')).not.toContain(text.slice(15))
    expect(statSync(path).mode & 0o777).toBe(0o600)

    await file.revoke(record.id)
    expect(createKeyring(file.list()).authenticate(text)).toMatchObject({ ok: false, reason: 'revoked' })
    expect(await file.revoke('nobody0000')).toBeUndefined()
  })

  it('keeps the time of its revocation when it is revoked again', async () => {
    let now = 1000
    const file = openKeyFile(freshPath(), () => now)
    const { record } = await file.create({ name: 'ci' })
    for (now of [2000, 3000]) expect(await file.revoke(record.id)).toMatchObject({ revokedAt: 2000 })
    // A caller may change its list.
    file.list().pop()
    expect(file.list()).toMatchObject([{ id: record.id, revokedAt: 2000 }])
  })

  it('expires', async () => {
    const file = openKeyFile(freshPath(), () => 1000)
    const { text } = await file.create({ name: 'guest', expiresAt: 1000 + day })
    const at = (time: number) => createKeyring(file.list(), () => time).authenticate(text)
    expect(at(day)).toMatchObject({ ok: true })
    expect(at(1000 + day)).toMatchObject({
      ok: false,
      reason: 'expired',
      message: expect.stringContaining('1970-01-02T00:00:01.000Z') as string,
    })
  })

  it('is rotated: the one before holds for a while', async () => {
    const file = openKeyFile(freshPath(), () => 1000)
    const first = await file.create({ name: 'app', visibility: 'full' })
    const second = (await file.rotate(first.record.id, day))!
    expect(second.record).toMatchObject({ id: first.record.id, name: 'app', visibility: 'full' })
    const opens = (text: string, time: number): boolean => createKeyring(file.list(), () => time).authenticate(text).ok
    expect([opens(first.text, 1000 + day - 1), opens(first.text, 1000 + day), opens(second.text, 1000 + day)]).toEqual([true, false, true])
    const third = (await file.rotate(first.record.id, 0))!
    expect([opens(second.text, 1000), opens(third.text, 1000)]).toEqual([false, true])
    expect(await file.rotate('nobody0000', 0)).toBeUndefined()
  })

  it('opens again by what is remembered of it, for as long as it opens itself', async () => {
    let time = 1000
    const file = openKeyFile(freshPath(), () => time)
    const { record, text } = await file.create({ name: 'page' })
    const remembered = remember(text)!
    expect(JSON.stringify(remembered)).not.toContain(text.slice(15))
    const again = () => createKeyring(file.list(), () => time).again(remembered)
    expect(again()).toEqual({ ok: true, key: record })
    expect(createKeyring([]).again(remembered)).toMatchObject({ ok: false, reason: 'unknown' })
    await file.rotate(record.id, day)
    expect(again()).toMatchObject({ ok: true })
    time += day
    expect(again()).toMatchObject({ ok: false, reason: 'unknown' })
    const next = await file.create({ name: 'page' })
    const other = { id: next.record.id, hash: remembered.hash }
    expect(createKeyring(file.list()).again(other)).toMatchObject({ ok: false, reason: 'unknown' })
    await file.revoke(next.record.id)
    expect(createKeyring(file.list()).again(remember(next.text)!)).toMatchObject({ ok: false, reason: 'revoked' })
    expect(remember('sk-somebody')).toBeUndefined()
  })

  it('that is revoked or has expired gets no other text, which would open nothing', async () => {
    let time = 1000
    const file = openKeyFile(freshPath(), () => time)
    const { record } = await file.create({ name: 'app', expiresAt: 2000 })
    time = 2000
    await expect(file.rotate(record.id, 0)).rejects.toThrow(/has expired.* Extend it first/)
    await file.change(record.id, { name: 'app' })
    await file.rotate(record.id, 0)
    await file.revoke(record.id)
    const before = file.list()
    await expect(file.rotate(record.id, 0)).rejects.toThrow(/was revoked.* Create another key/)
    expect(file.list()).toEqual(before)
  })

  it('is taken back when it is revoked, rotated or taken out, and not when only time has ended it', async () => {
    const file = openKeyFile(freshPath(), () => 1000)
    const { text, record } = await file.create({ name: 'app', expiresAt: 2000 })
    const shown = remember(text)!
    const why = () => createKeyring(file.list(), () => 9000).takenBack(shown)?.reason
    expect(why()).toBeUndefined()
    const next = remember((await file.rotate(record.id, 500))!.text)!
    expect([why(), createKeyring(file.list()).takenBack(next)]).toEqual([undefined, undefined])
    await file.rotate(record.id, 0)
    expect(why()).toBe('unknown')
    const last = remember((await file.rotate(record.id, 0))!.text)!
    await file.revoke(record.id)
    expect(createKeyring(file.list()).takenBack(last)).toMatchObject({ ok: false, reason: 'revoked' })
    expect(createKeyring([]).takenBack(last)).toMatchObject({ ok: false, reason: 'unknown' })
  })

  it('allows what it is changed to, and stays the same key', async () => {
    const file = openKeyFile(freshPath())
    const { record, text } = await file.create({ name: 'app' })
    const changed = await file.change(record.id, { name: 'app', visibility: 'label', models: ['qwen3*'] })
    expect(createKeyring(file.list()).authenticate(text)).toEqual({ ok: true, key: changed })
    expect(allowsModel(changed!, 'Qwen/Qwen3-8B')).toBe(true)
    expect(allowsModel(changed!, 'gpt-oss:20b')).toBe(false)
    expect(allowsModel({}, 'gpt-oss:20b')).toBe(true)
  })

  it.each([
    ['qwen3', 'qwen3:latest', true],
    ['qwen3', 'library/Qwen3', true],
    ['qwen3', 'qwen3:235b', false],
    ['deepseek-r1', 'deepseek/deepseek-r1:online', false],
    ['qwen3:8b', 'Qwen/Qwen3-8B', true],
    ['qwen3:8b', 'qwen3:8b-q4_K_M', true],
    ['qwen3:*', 'qwen3:235b', true],
    ['qwen3*', 'qwen3:235b', true],
    ['anthropic.claude-sonnet-4-5-v1:0', 'anthropic.claude-sonnet-4-5-v1:0', true],
  ])('for %s: %s is allowed: %s', (pattern, model, allowed) => {
    expect(allowsModel({ models: [pattern] }, model)).toBe(allowed)
  })

  it('that was revoked stays so when it is changed, and so does the secret before', async () => {
    const path = freshPath()
    const file = openKeyFile(path, () => 1000)
    const { record, text } = await file.create({ name: 'app' })
    const next = await file.rotate(record.id, 500)
    await file.change(record.id, { name: 'renamed' })
    const keyring = createKeyring(file.list(), () => 1400)
    expect([keyring.authenticate(text).ok, keyring.authenticate(next!.text).ok]).toEqual([true, true])
    await file.revoke(record.id)
    await file.change(record.id, { name: 'again' })
    expect(createKeyring(file.list(), () => 1400).authenticate(next!.text)).toMatchObject({ ok: false, reason: 'revoked' })
  })

  it('opens by no hash that differs in its last digit', async () => {
    const file = openKeyFile(freshPath())
    const { text } = await file.create({ name: 'app' })
    const { id, hash } = remember(text)!
    const other = hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')
    const keyring = createKeyring(file.list())
    expect([keyring.again({ id, hash }).ok, keyring.again({ id, hash: other }).ok]).toEqual([true, false])
    expect(keyring.takenBack({ id, hash: other })).toMatchObject({ reason: 'unknown' })
  })

  it.each([
    [undefined, 'missing'],
    [' ', 'missing'],
    ['sk-something', 'malformed'],
    [`rsk_abcdefghij_${'a'.repeat(43)}`, 'unknown'],
  ] as const)('opens nothing where it is none: %s', async (shown, reason) => {
    const file = openKeyFile(freshPath())
    await file.create({ name: 'one' })
    expect(createKeyring(file.list()).authenticate(shown)).toMatchObject({ ok: false, reason })
  })

  it('opens nothing with any character changed', async () => {
    const file = openKeyFile(freshPath())
    const { text } = await file.create({ name: 'one' })
    const keyring = createKeyring(file.list())
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        fc.pre(text[at] !== other)
        expect(keyring.authenticate(text.slice(0, at) + other + text.slice(at + 1)).ok).toBe(false)
      }),
    )
  })
})

describe('a file of keys', () => {
  it('is shared by processes that all write', async () => {
    const path = freshPath()
    const worker = fileURLToPath(new URL('create-keys.ts', import.meta.url))
    const children = Array.from({ length: 4 }, () => fork(worker, [path, '10'], { execArgv: ['--conditions=@reason/source'] }))
    await Promise.all(children.map((child) => once(child, 'exit')))
    const keys = openKeyFile(path).list()
    expect(keys).toHaveLength(40)
    expect(new Set(keys.map(({ id }: KeyRecord) => id)).size).toBe(40)
  })

  it.skipIf(process.platform === 'win32')('keeps every key on a disk that is full in the middle of a change', async () => {
    const path = freshPath()
    const file = openKeyFile(path)
    for (const name of ['one', 'two', 'three', 'four']) await file.create({ name })
    const before = readFileSync(path, 'utf8')
    expect(before.length).toBeLessThan(1024)
    // A file ends at a limit as it does where a disk is full: what fits is written, and only the next write fails.
    const worker = fileURLToPath(new URL('create-keys.ts', import.meta.url))
    const limited = `trap '' XFSZ; ulimit -f 1; exec "$@"`
    const child = spawn('bash', ['-c', limited, 'bash', process.execPath, '--conditions=@reason/source', worker, path, '1'])
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, stderr]).toEqual([1, expect.stringContaining('EFBIG') as string])
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readdirSync(dirname(path))).toEqual(['keys.json'])
  })

  it('tells of changes', async () => {
    const file = openKeyFile(freshPath())
    let changes = 0
    const { close } = file.watch(() => void changes++)
    await file.create({ name: 'one' })
    await expect.poll(() => changes).toBe(1)
    await file.create({ name: 'two' })
    await expect.poll(() => changes).toBe(2)
    close()
    await file.create({ name: 'three' })
    await setTimeout(400)
    expect(changes).toBe(2)
  })

  it('tells at once of a change, once, when it is asked to look', async () => {
    const path = freshPath()
    let changes = 0
    const { look, close } = openKeyFile(path).watch(() => void changes++)
    look()
    expect(changes).toBe(0)
    await openKeyFile(path).create({ name: 'one' })
    look()
    look()
    expect(changes).toBe(1)
    close()
  })

  it('tells of a change that leaves size and time as they were', async () => {
    const path = freshPath()
    const file = openKeyFile(path)
    const { record } = await file.create({ name: 'one' })
    utimesSync(path, 1, 1)
    let changes = 0
    const { look, close } = file.watch(() => void changes++)
    await setTimeout(20)
    writeFileSync(path, readFileSync(path, 'utf8').replace(record.name!, 'two'))
    utimesSync(path, 1, 1)
    look()
    expect(changes).toBe(1)
    close()
  })

  it.each([
    ['', -60_000],
    [', before the clock was set back', 86_400_000],
  ])('is not blocked by a lock whose owner died%s', async (_, age) => {
    const path = freshPath()
    const file = openKeyFile(path)
    await file.create({ name: 'one' })
    writeFileSync(`${path}.lock`, '')
    const made = new Date(Date.now() + age)
    utimesSync(`${path}.lock`, made, made)
    await file.create({ name: 'two' })
    expect(file.list()).toHaveLength(2)
  })

  it('is changed where a link leads: who reads that one gets to know, too', async () => {
    const path = freshPath()
    const { record } = await openKeyFile(path).create({ name: 'one' })
    const link = freshPath()
    mkdirSync(dirname(link))
    symlinkSync(path, link)
    await openKeyFile(link).revoke(record.id)
    expect(openKeyFile(path).list()).toMatchObject([{ id: record.id, revokedAt: expect.any(Number) as number }])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  // Only the administrator of a machine can write a file for another user.
  it.runIf(process.getuid?.() === 0)('stays the file of whose it is when an administrator changes it', async () => {
    const path = freshPath()
    const file = openKeyFile(path)
    mkdirSync(dirname(path))
    chownSync(dirname(path), 4321, 1234)
    const { record } = await file.create({ name: 'one' })
    expect(statSync(path)).toMatchObject({ uid: 4321, gid: 1234 })
    chownSync(path, 4322, 1235)
    await file.revoke(record.id)
    expect(statSync(path)).toMatchObject({ uid: 4322, gid: 1235 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is written past what stands in its way, and not through it', async () => {
    const path = freshPath()
    const file = openKeyFile(path)
    await file.create({ name: 'one' })
    const other = join(dirname(path), 'other')
    writeFileSync(other, 'of another program')
    symlinkSync(other, `${path}.${process.pid}.tmp`)
    await file.create({ name: 'two' })
    expect(readFileSync(other, 'utf8')).toBe('of another program')
    expect(file.list()).toHaveLength(2)
  })

  it('leaves nothing beside what it cannot replace', () => {
    const path = freshPath()
    mkdirSync(path, { recursive: true })
    expect(() => replaceFile(path, ['text'])).toThrow()
    expect(readdirSync(dirname(path))).toEqual(['keys.json'])
  })

  it.each([
    ['{', /cannot be read \(it is not JSON\)\. Mend it/],
    ['Vm9yIGRlbSBHZXNldHo=', /^The file of keys \S+ cannot be read \(it is not JSON\)/],
    ['{"openai":"sk-1"}', /^The file of keys \S+ cannot be read \(it has no "keys", so it may be another file\)\. Mend it/],
    ['[]', /it has no "keys"/],
    ['{"version":1,"keys":[{"id":"x"}]}', /must be 10 letters and digits/],
    ['{"version":2,"keys":[]}', /version/],
  ])('says what is wrong with it: %s', (text, message) => {
    const path = join(folder, `wrong-${files++}.json`)
    writeFileSync(path, text)
    expect(() => openKeyFile(path).list()).toThrow(message)
  })

  it('must be a regular file: reading a device may never end', () => {
    expect(() => openKeyFile('/dev/null').list()).toThrow('The file of keys /dev/null cannot be read (it is no regular file). Mend it')
  })

  it('names the first damaged key of many', () => {
    const path = join(folder, 'many-damaged.json')
    writeFileSync(path, JSON.stringify({ version: 1, keys: Array.from({ length: 1000 }, () => ({ id: 'no' })) }))
    let problem = ''
    try {
      openKeyFile(path).list()
    } catch (error) {
      problem = (error as Error).message
    }
    expect(problem).toContain(`keys[0] in ${path}`)
    expect(problem.length).toBeLessThan(1000)
  })

  it.each([
    [{ name: '' }, /name/],
    [{ name: 'x', visibilty: 'full' }, /unknown option "visibilty" \(did you mean "visibility"\?\)/],
    [{ name: 'x', models: [] }, /models/],
  ])('takes no rights that are none: %j', (rights, message) => {
    const file = openKeyFile(freshPath())
    expect(() => file.create(rights as { name: string })).toThrow(message)
  })
})
