import { expect, it } from 'vitest'
import { createPageSessions } from '../../src/access/page-sessions.ts'

const key = { id: 'abcdefghij', hash: 'sha256:00' }

it('a session lasts half a day, and is found by what its browser shows', () => {
  let time = 1000
  const sessions = createPageSessions({ now: () => time })
  const { id, expiresAt } = sessions.open(key)
  expect(sessions.find(id)).toEqual({ key, expiresAt })
  expect(sessions.find(id.slice(1))).toBeUndefined()
  time = expiresAt - 1
  expect(sessions.find(id)).toBeDefined()
  time = expiresAt
  expect(sessions.find(id)).toBeUndefined()
  expect(expiresAt).toBe(1000 + 12 * 3_600_000)
})

it('of one key there are so many, and the oldest has to go', () => {
  const sessions = createPageSessions({ most: 2 })
  const other = sessions.open({ ...key, id: 'other' })
  const [first, second, third] = [1, 2, 3].map(() => sessions.open(key).id)
  expect([first, second, third].map((id) => sessions.find(id!) !== undefined)).toEqual([false, true, true])
  expect(sessions.find(other.id)).toBeDefined()
  sessions.close(second!)
  expect(sessions.find(second!)).toBeUndefined()
})
