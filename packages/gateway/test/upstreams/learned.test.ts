import { describe, expect, test } from 'vitest'
import { createLearned, type Lesson } from '../../src/upstreams/learned/learned.ts'
import type { UpstreamRecord } from '../../src/upstreams/learned/learned-records.ts'

const place = 'http://127.0.0.1:8080/v1 openai-chat'
const mandatory = { kind: 'mandatory' } as const

function setup(known: readonly Lesson[] = [], records: readonly UpstreamRecord[] = []) {
  const told: Lesson[] = []
  let writes = 0
  const learned = createLearned({
    share: { known, listen() {}, changed: (lesson) => Promise.resolve(void told.push(lesson)) },
    file: { records, changed: () => void writes++, close: () => Promise.resolve() },
  })
  return { learned, told, of: learned.of(place), writes: () => writes }
}

describe('what was learned of an upstream', () => {
  test('begins with what the other processes know', () => {
    const { of } = setup([
      { place, kind: 'answer', model: 'm', answer: 'field' },
      { place, kind: 'limit', model: 'm', limit: mandatory },
    ])
    expect(of.starts.seen('m')).toMatchObject({ fields: 1 })
    expect(of.limits.of('m')).toEqual([mandatory])
  })

  test('outlives the first words of its server, and no other ones', () => {
    const { of } = setup()
    of.starts.note('m', 'plain')
    of.starts.note('n', 'plain')
    of.identify('m', 'one')
    expect(of.starts.seen('m')).toMatchObject({ plain: 1 })
    of.identify('m', 'two')
    expect([of.starts.seen('m'), of.starts.seen('n')]).toMatchObject([undefined, { plain: 1 }])
    // Words without a name are of all models.
    of.identify('', 'one')
    of.identify('', 'two')
    expect(of.starts.seen('n')).toBeUndefined()
  })

  test('reaches other processes and the file once for each lesson', () => {
    const { of, told, writes } = setup()
    of.identify('m', 'one')
    of.identify('m', 'one')
    of.limits.learn('m', mandatory)
    of.limits.learn('m', mandatory)
    expect(told.map(({ kind }) => kind)).toEqual(['identity', 'limit'])
    expect(writes()).toBe(2)
  })

  test('is written once, whichever process heard it first', () => {
    let hear: (lesson: Lesson) => void = () => {}
    let writes = 0
    createLearned({
      share: { known: [], listen: (listener) => void (hear = listener), changed: () => Promise.resolve() },
      file: { records: [], changed: () => void writes++, close: () => Promise.resolve() },
    })
    for (let times = 0; times < 2; times++) {
      hear({ place, kind: 'limit', model: 'm', limit: mandatory })
      hear({ place, kind: 'identity', model: 'm', identity: 'one' })
    }
    expect(writes).toBe(2)
  })
})
