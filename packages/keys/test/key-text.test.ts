import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@reason/testkit/sampling'
import { createKeyText } from '../src/key-text.ts'
import type { KeyRecord } from '../src/record.ts'

const key = (name: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  name,
  visibility: 'none',
  ...more,
  id: 'abcdefghij',
  hash: `sha256:${'0'.repeat(64)}`,
  createdAt: 1,
})
/** Written by a writer that has read nothing. */
const writeKeys = (keys: readonly KeyRecord[]): string => createKeyText('keys.json').write(keys).join('')

const names = ['a', 'b', 'c', 'd', 'e'].map((name) =>
  key(name, { models: ['},{', '\n    },\n    {'], rateLimits: { requestsPerMinute: 1 } }),
)

describe('a changed file of keys', () => {
  it.each<[string, (keys: KeyRecord[]) => KeyRecord[], number]>([
    ['nothing', (keys) => keys, 5],
    ['one', ([a, ...rest]) => [{ ...a!, revokedAt: 5 }, ...rest], 4],
    ['the first and the last', ([a, b, c, d, e]) => [{ ...a!, name: 'x' }, b!, c!, d!, { ...e!, name: 'y' }], 3],
    ['an added one', (keys) => [...keys, key('f')], 5],
    ['one added before', (keys) => [key('f'), ...keys], 5],
    ['a removed one', ([a, , ...rest]) => [a!, ...rest], 4],
    ['all', () => [key('f')], 0],
  ])('is read again only where it changed: %s', (_, change, kept) => {
    const { read } = createKeyText('keys.json')
    const before = read(writeKeys(names))
    const changed = change(structuredClone(names))
    const after = read(writeKeys(changed))
    expect(after).toEqual(changed)
    expect(after.filter((one) => before.includes(one))).toHaveLength(kept)
  })

  it('gives the same as a file that is read for the first time, however it is written', () => {
    const files = fc.array(fc.tuple(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), fc.integer({ min: 0, max: 3 })), { maxLength: 6 })
    fc.assert(
      fc.property(files, (all) => {
        const { read } = createKeyText('keys.json')
        for (const [list, how] of all) {
          const keys = list.map((name) => key(name))
          const text = writeKeys(keys)
          const written = [text, JSON.stringify(JSON.parse(text)), text.replaceAll('},\n    {', '},{'), text.replace('},\n    {', '},{')][
            how
          ]!
          expect(read(written)).toEqual(keys)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('is written like all keys at once, and unchanged keys as they were read', () => {
    const { read, write } = createKeyText('keys.json')
    const [first, ...rest] = read(writeKeys(names).replace('"name": "b"', '"name":"b"'))
    const written = write([{ ...first!, revokedAt: 5 }, ...rest, key('f')]).join('')
    expect(written).toContain('"name":"b"')
    expect(JSON.parse(written)).toEqual({ version: 1, keys: [{ ...names[0]!, revokedAt: 5 }, ...names.slice(1), key('f')] })
    expect(write([]).join('')).toBe('{\n  "version": 1,\n  "keys": []\n}\n')
  })

  it('names the damaged key', () => {
    const { read } = createKeyText('keys.json')
    read(writeKeys(names))
    const damaged = writeKeys(names).replace('"name": "c"', '"name": 5')
    expect(() => read(damaged)).toThrow(/keys\[2\] in keys\.json/)
    expect(() => read(writeKeys(names).replace('"name": "c"', '"name": "c'))).toThrow(SyntaxError)
    expect(read(writeKeys(names))).toEqual(names)
  })
})
