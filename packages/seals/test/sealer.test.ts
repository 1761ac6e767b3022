import { crc32 } from 'node:zlib'
import { ReasonError } from '@reason/core'
import type { Item } from '@reason/core/result'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import { createSealer, isSealed, type SealContext } from '../src/index.ts'
import { padded } from '../src/payload.ts'
import { answer, call, context, keys, sealed, thought } from './samples.ts'

const sealer = createSealer({ keys: [keys[0]!] })
const record = sealed(thought, answer('It is sunny.'), call('toolu_1'))

function valueOf(by = sealer, what = record, where = context): string {
  const sealing = by.seal(what, where)
  if (!sealing.ok) throw new Error(sealing.reason)
  return sealing.value
}

const anyItem: fc.Arbitrary<Item> = fc.oneof(
  fc.record({
    type: fc.constant('block' as const),
    channel: fc.constantFrom('reasoning' as const, 'answer' as const),
    text: fc.string({ unit: anyCharacter }),
  }),
  fc.record({ type: fc.constant('tool-call' as const), id: fc.string(), name: fc.string(), arguments: fc.json() }),
  fc.record({
    type: fc.constant('native' as const),
    wire: fc.string(),
    event: fc.string(),
    value: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  }),
)
const anyContext = fc.record({ instance: fc.string(), tenant: fc.string(), client: fc.string(), model: fc.string() })

describe('a sealed value', () => {
  it('is opened to what was sealed, for any record', () => {
    fc.assert(
      fc.property(fc.array(anyItem), anyContext, fc.string(), (items, where, seen) => {
        const one = { message: { role: 'assistant' as const, items }, seen }
        const value = valueOf(sealer, one, where)
        expect(value).toMatch(/^rsn1\.[\w-]+$/)
        expect(isSealed(value)).toBe(true)
        expect(sealer.open(value, where)).toMatchObject({ ok: true, record: one })
      }),
    )
  })

  it('is another one every time, and shows nothing of what is in it', () => {
    const values = [valueOf(), valueOf()]
    expect(values[0]).not.toBe(values[1])
    const bytes = values.map((value) => Buffer.from(value.slice(5), 'base64url').toString('latin1')).join()
    for (const secret of ['weather', 'signature', 'claude', 'sunny', keys[0]!]) expect(bytes).not.toContain(secret)
  })

  it('is damaged when any character of it is changed, taken out, added or cut off', () => {
    const value = valueOf()
    const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const reasonOf = (text: string) => sealer.open(text, context)
    fc.assert(
      fc.property(fc.integer({ min: 5, max: value.length - 1 }), fc.constantFrom(...base64url), (at, character) => {
        fc.pre(value[at] !== character)
        const damaged = { ok: false, reason: 'damaged' }
        expect(reasonOf(value.slice(0, at) + character + value.slice(at + 1))).toEqual(damaged)
        expect(reasonOf(value.slice(0, at))).toEqual(damaged)
        expect(reasonOf(value.slice(0, at) + value.slice(at + 1))).toEqual(damaged)
        expect(reasonOf(value.slice(0, at) + character + value.slice(at))).toEqual(damaged)
      }),
      { numRuns: runs(500) },
    )
    expect(reasonOf(value.toLowerCase())).toEqual({ ok: false, reason: 'damaged' })
    expect(reasonOf(`${value}=`)).toEqual({ ok: false, reason: 'damaged' })
  })

  it('never throws, for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `rsn1.${text}`),
          fc.uint8Array({ minLength: 40, maxLength: 400 }).map((bytes) => `rsn1.${Buffer.from(bytes).toString('base64url')}`),
        ),
        (text) => {
          expect(sealer.open(text, context).ok).toBe(false)
        },
      ),
    )
  })

  it('is opened for whom it was sealed, and for no other', () => {
    const value = valueOf()
    const others: SealContext[] = [
      { ...context, instance: 'another' },
      { ...context, tenant: 'team-b' },
      { ...context, client: 'anthropic-messages' },
      { ...context, model: 'another' },
      { instance: context.instance, tenant: context.tenant, client: context.client },
      { ...context, instance: 'gatewayteam', tenant: '-a' },
    ]
    for (const other of others) expect(sealer.open(value, other)).toEqual({ ok: false, reason: 'foreign' })
    fc.assert(
      fc.property(anyContext, anyContext, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        const sealed = valueOf(sealer, record, one)
        expect(sealer.open(sealed, one)).toMatchObject({ ok: true })
        expect(sealer.open(sealed, other)).toEqual({ ok: false, reason: 'foreign' })
      }),
    )
  })

  it('is opened for a format that the client had before, if all else is the same', () => {
    const later = { ...context, client: 'anthropic-messages', formerClients: ['openai-responses', context.client] }
    expect(sealer.open(valueOf(), later)).toMatchObject({ ok: true, record })
    for (const other of [{ tenant: 'team-b' }, { instance: 'another' }, { model: 'another' }, { formerClients: ['openai-responses'] }])
      expect(sealer.open(valueOf(), { ...later, ...other })).toEqual({ ok: false, reason: 'foreign' })
  })

  it('that is forged with our key id and a right checksum is foreign', () => {
    const forger = createSealer({ keys: ['a secret that only the forger has, really'] })
    const [ours, theirs] = [valueOf(), valueOf(forger)].map((value) => Buffer.from(value.slice(5), 'base64url'))
    const body = Buffer.concat([theirs!.subarray(0, 1), ours!.subarray(1, 5), theirs!.subarray(5, -4)])
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(body))
    expect(sealer.open(`rsn1.${Buffer.concat([body, checksum]).toString('base64url')}`, context)).toEqual({ ok: false, reason: 'foreign' })
  })

  it('expires', () => {
    let time = 1_000_000
    const short = createSealer({ keys: [keys[0]!], maxAgeMs: 500, now: () => time })
    const value = valueOf(short)
    time += 500
    expect(short.open(value, context).ok).toBe(true)
    time += 1
    expect(short.open(value, context)).toEqual({ ok: false, reason: 'expired' })
  })

  it('lives 24 hours by default', () => {
    let time = 0
    const usual = createSealer({ keys: [keys[0]!], now: () => time })
    const value = valueOf(usual)
    time = 24 * 60 * 60 * 1000
    expect(usual.open(value, context).ok).toBe(true)
    time++
    expect(usual.open(value, context)).toEqual({ ok: false, reason: 'expired' })
  })
})

describe('keys', () => {
  it('are exchanged one by one: the first seals, any opens', () => {
    const before = createSealer({ keys: [keys[1]!] })
    const during = createSealer({ keys: [keys[0]!, keys[1]!] })
    const after = createSealer({ keys: [keys[0]!] })
    const [old, young] = [valueOf(before), valueOf(during)]
    expect(during.open(old, context).ok).toBe(true)
    expect(during.open(young, context).ok).toBe(true)
    expect(after.open(young, context).ok).toBe(true)
    expect(after.open(old, context)).toEqual({ ok: false, reason: 'unknown-key' })
    expect(before.open(young, context)).toEqual({ ok: false, reason: 'unknown-key' })
  })

  it('may be bytes', () => {
    const bytes = new TextEncoder().encode(keys[0])
    expect(createSealer({ keys: [bytes] }).open(valueOf(), context).ok).toBe(true)
  })

  it.each([
    [{ keys: [] }, /keys/],
    [{ keys: ['too short'] }, /keys\.0: must be a text or bytes, 32 bytes or longer/],
    [{ keys: [keys[0]!, keys[0]!] }, /two of them are the same/],
    [{ keys, maxAge: 3 }, /unknown option "maxAge" \(did you mean "maxAgeMs"\?\)/],
    [{ keys, maxAgeMs: 0 }, /maxAgeMs/],
  ])('%j is refused, and no secret is in the message', (options, problem) => {
    const refused = (): unknown => createSealer(options)
    expect(refused).toThrow(problem)
    try {
      refused()
    } catch (error) {
      expect(ReasonError.is(error)).toBe(true)
      expect(String(error)).not.toContain('secret')
      expect(String(error)).not.toContain('too short')
    }
  })
})

describe('sizes', () => {
  const noise = (length: number): string =>
    Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7919 + ((at * at) % 131)) % 90))).join('')

  it('what is too long is not sealed', () => {
    const small = createSealer({ keys, maxLength: 1024 })
    expect(small.seal(sealed(answer(noise(4000))), context)).toEqual({ ok: false, reason: 'too-large' })
    const flat = createSealer({ keys, maxRecordBytes: 1024 })
    expect(flat.seal(sealed(answer('a'.repeat(2000))), context)).toEqual({ ok: false, reason: 'too-large' })
  })

  it('what is too long is not opened, nor what inflates to too much', () => {
    const value = valueOf(sealer, sealed(answer('a'.repeat(100_000))))
    expect(value.length).toBeLessThan(1000)
    expect(sealer.open(value, context, 50_000)).toEqual({ ok: false, reason: 'too-large' })
    expect(createSealer({ keys, maxRecordBytes: 50_000 }).open(value, context)).toEqual({ ok: false, reason: 'too-large' })
    expect(createSealer({ keys, maxLength: 256 }).open(value, context)).toEqual({ ok: false, reason: 'too-large' })
  })

  it('a sealed value is never longer than it may be', () => {
    for (let length = 0; length < 1500; length += 50) {
      const sealing = createSealer({ keys, maxLength: 1000 }).seal(sealed(answer(noise(length))), context)
      if (sealing.ok) expect(sealing.value.length).toBeLessThanOrEqual(1000)
    }
  })

  it('lengths say little: there are few, and none is much longer than it has to be', () => {
    const lengths = Array.from({ length: 10_000 }, (_, at) => at + 20)
    expect(new Set(lengths.map(padded)).size).toBeLessThan(150)
    for (const length of lengths) {
      expect(padded(length)).toBeGreaterThanOrEqual(length)
      expect(padded(length)).toBeLessThanOrEqual(length * 1.12)
    }
  })
})
