import type { KeyRecord } from '@reason/keys'
import { describe, expect, it } from 'vitest'
import { adminRefusal, identifyByKey, shownKey, type ClientAccess } from '../../src/client-apis/client-access.ts'
import { wishesOf } from '../../src/client-apis/effective-access.ts'
import { permitFor } from '../../src/client-apis/permit.ts'
import { forUpstream } from '../../src/upstreams/headers.ts'
import { badRequest } from '../../src/errors/api-error.ts'
import { apis } from '../support/apis.ts'

const key: KeyRecord = { id: 'abcdefghij', name: 'n', visibility: 'full', hash: `sha256:${'0'.repeat(64)}`, createdAt: 0 }
const most = { visibility: 'full', traceMode: 'full', requireTraces: false } as const
const request = { metadata: {} }

describe('a client sees', () => {
  const seen = (...[configured, ofKey, ofRequest, ofHeader]: KeyRecord['visibility'][]) =>
    wishesOf(
      { ...request, visibility: ofRequest! },
      { 'x-reason-visibility': [ofHeader!] },
      { ...key, visibility: ofKey! },
      {
        ...most,
        visibility: configured!,
      },
    )

  it.each([0, 1, 2, 3])('the least of what is configured, what its key allows, and what it asks for: %i', (place) => {
    for (const least of ['summary', 'label', 'none'] as const) {
      const words = [0, 1, 2, 3].map((one) => (one === place ? least : 'full'))
      expect(seen(...words)).toMatchObject({ visibility: least })
    }
    expect(seen('full', 'full', 'full', 'full')).toMatchObject({ visibility: 'full' })
  })
})

describe('a trace is kept', () => {
  it.each([
    ['configured', {}, key, { ...most, traceMode: 'metadata' as const }],
    ['of the key', {}, { ...key, traceMode: 'metadata' as const }, most],
    ['of the header', { 'x-reason-trace': ['metadata'] }, key, most],
  ])('as little as any says: %s', (_, headers, ofKey, configured) => {
    expect(wishesOf(request, headers, ofKey, configured)).toMatchObject({ traceMode: 'metadata' })
  })

  it('as is required, or the request is refused', () => {
    const required = { ...most, requireTraces: true }
    expect(wishesOf(request, { 'x-reason-trace': ['none'] }, key, required)).toMatchObject({ status: 403, code: 'trace_required' })
    expect(wishesOf(request, { 'x-reason-trace': ['full'] }, key, required)).toMatchObject({ traceMode: 'full' })
    expect(wishesOf(request, {}, { ...key, traceMode: 'none' }, required)).toMatchObject({ traceMode: 'none' })
  })
})

it('only an administrator, or who needs no key, comes to what is not its own', () => {
  expect(adminRefusal({ key: { ...key, admin: true } })).toBeUndefined()
  expect(adminRefusal({ key: undefined })).toBeUndefined()
  expect(adminRefusal({ key })).toMatchObject({ status: 403 })
  expect(adminRefusal({ key: { ...key, admin: false } })).toMatchObject({ status: 403 })
  expect(adminRefusal(badRequest('no'))).toMatchObject({ status: 400 })
})

describe('a key', () => {
  const ours = `rsk_${key.id}_x`

  it('is shown in any of three headers', () => {
    expect(shownKey({ authorization: `Bearer ${ours}` })).toBe(ours)
    expect(shownKey({ 'x-api-key': ours })).toBe(ours)
    expect(shownKey({ 'api-key': ours })).toBe(ours)
    expect(shownKey({ authorization: ours })).toBeUndefined()
  })

  it('of ours is looked at also where none is needed, and one of another server is not', () => {
    const refused = () => ({ ok: false, reason: 'unknown', message: 'no' }) as const
    expect(identifyByKey({ authorization: `Bearer ${ours}` }, false, refused)).toMatchObject({ status: 401 })
    expect(identifyByKey({ authorization: 'Bearer sk-1' }, false, refused)).toEqual({ key: undefined })
    expect(identifyByKey({ authorization: 'Bearer sk-1' }, true, refused)).toMatchObject({ status: 401 })
    expect(identifyByKey({}, true, refused)).toMatchObject({ status: 401 })
  })

  it('of ours reaches no upstream', () => {
    for (const api of Object.values(apis))
      for (const head of [{ authorization: `Bearer ${ours}` }, { 'x-api-key': ours }, { 'api-key': ours }, { 'x-title': `t ${ours}` }]) {
        expect(JSON.stringify(forUpstream(head, api, undefined))).not.toContain(ours)
        expect(JSON.stringify(forUpstream(head, api, 'sk-upstream'))).not.toContain(ours)
      }
  })
})

describe('a request', () => {
  function permitted() {
    let takeBack: ((why: ReturnType<typeof badRequest>) => void) | undefined
    let leave: (() => void) | undefined
    let followed = 0
    const access: Pick<ClientAccess, 'identify' | 'follow'> = {
      identify: () => ({ key }),
      follow(_, onTakenBack) {
        takeBack = onTakenBack
        followed++
        return () => followed--
      },
    }
    const permit = permitFor(access, {}, (run) => (leave = run))
    return { permit, takeBack: takeBack!, leave: leave!, followed: () => followed }
  }

  it('ends when its key is taken back', () => {
    const { permit, takeBack } = permitted()
    expect([permit.signal.aborted, permit.takenBack()]).toEqual([false, undefined])
    const why = badRequest('revoked')
    takeBack(why)
    expect([permit.signal.aborted, permit.takenBack()]).toEqual([true, why])
  })

  it('ends when its client leaves, and is followed no longer', () => {
    const { permit, leave, followed } = permitted()
    expect(followed()).toBe(1)
    leave()
    permit.end()
    expect([permit.signal.aborted, permit.takenBack(), followed()]).toEqual([true, undefined, 0])
  })
})
