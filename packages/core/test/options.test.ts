import type { StandardSchemaV1 } from '@standard-schema/spec'
import { definePlugin, parseOptions } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { createFromPlugin } from '@reason/core/manifest'
import { describe, expect, it } from 'vitest'
import { tags } from './tags.ts'

/** A schema as any library could make it: an object with one optional string. */
const schema: StandardSchemaV1<{ startTag?: string }> & { shape: object } = {
  shape: { startTag: {} },
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const given = value as Record<string, unknown>
      const keys = Object.keys(given).filter((key) => key !== 'startTag')
      if (keys.length > 0) return { issues: [{ message: 'Unrecognized key', keys } as StandardSchemaV1.Issue] }
      if (given['startTag'] !== undefined && typeof given['startTag'] !== 'string')
        return { issues: [{ message: 'expected string', path: ['startTag'] }] }
      return { value: given }
    },
  },
}

describe('parseOptions', () => {
  it('gives what the schema gives', () => expect(parseOptions(schema, { startTag: '<r>' }, 'tags')).toEqual({ startTag: '<r>' }))
  it('says what was meant', () => {
    expect(() => parseOptions(schema, { starttag: 'x' }, 'tags')).toThrow(
      /Invalid options for "tags": unknown option "starttag" \(did you mean "startTag"\?\)\. Known options: startTag\./,
    )
  })
  it('names no options where none are known', () => {
    const untold: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({ issues: [{ message: 'Unrecognized key', keys: ['x'] } as StandardSchemaV1.Issue] }),
      },
    }
    expect(() => parseOptions(untold, { x: 1 }, 'tags')).toThrow(/^Invalid options for "tags": unknown option "x"\.$/)
  })
  it('says where', () => expect(() => parseOptions(schema, { startTag: 1 }, 'tags')).toThrow(/startTag is 1: expected string\.$/))
  it('says which value it was, and which there are', () => {
    const choosy: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({
          issues: [
            { message: 'Invalid input', path: ['deep', { key: 'trim' }], values: ['start', 'end', 'both'] } as StandardSchemaV1.Issue,
          ],
        }),
      },
    }
    expect(() => parseOptions(choosy, { deep: { trim: 'starts' } }, 'tags')).toThrow(
      /: deep\.trim is "starts" \(did you mean "start"\?\), but must be one of: start, end, both\.$/,
    )
  })
  it.each<[object, string]>([
    [{ minimum: 0, inclusive: true, origin: 'number' }, 'must be >= 0'],
    [{ minimum: 0, inclusive: false, origin: 'number' }, 'must be > 0'],
    [{ maximum: 0, inclusive: true, origin: 'number' }, 'must be <= 0'],
    [{ maximum: 1, inclusive: false, origin: 'number' }, 'must be < 1'],
    [{ minimum: 16, inclusive: true, origin: 'string' }, 'length must be >= 16'],
    [{ minimum: 1, inclusive: true, origin: 'array' }, 'length must be >= 1'],
    [{ expected: 'int' }, 'must be int'],
    [{}, 'Invalid input'],
  ])('says the rule where the schema has no words for it: %o', (checked, rule) => {
    const silent: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({ issues: [{ message: 'Invalid input', path: ['limit'], ...checked } as StandardSchemaV1.Issue] }),
      },
    }
    expect(() => parseOptions(silent, { limit: 5 }, 'tags')).toThrow(`Invalid options for "tags": limit is 5: ${rule}.`)
  })
})

describe('createFromPlugin', () => {
  const plugin = definePlugin({ specVersion: 1, id: 'tags', options: schema, create: () => tags() })
  it('makes the adapter', () => expect(createFromPlugin(plugin, {}).id).toBe('tags'))
  it('checks the options', () =>
    expect(() => createFromPlugin(plugin, { x: 1 })).toThrow(expect.objectContaining({ code: 'REASON_INVALID_OPTIONS' })))
  it('takes a schema that is a function, as those of some libraries are', () => {
    const made = createFromPlugin({ ...plugin, options: Object.assign(() => undefined, schema) }, {})
    expect(made.id).toBe('tags')
  })
  it('checks the version', () =>
    expect(() => createFromPlugin({ ...plugin, specVersion: 3 })).toThrow(expect.objectContaining({ code: 'REASON_SPEC_VERSION' })))
  it.each([
    [{}, 'id, options (a Standard Schema, as of zod), create()'],
    [undefined, 'id, options (a Standard Schema, as of zod), create()'],
    [{ ...plugin, options: undefined }, 'options (a Standard Schema, as of zod)'],
    [{ ...plugin, options: { most: 1 } }, 'options (a Standard Schema, as of zod)'],
    [{ ...plugin, create: tags() }, 'create()'],
  ])('refuses what is no plugin, naming the package and what it has not: %o', (value, missing) =>
    expect(() => createFromPlugin(value, {}, 'some-package')).toThrow(
      `The default export of some-package is not a Reason plugin: it has no ${missing}.`,
    ),
  )
})

describe('nearest', () => {
  it.each([
    ['harmnoy', 'harmony'],
    // A third of its letters are two.
    ['amrkre', 'marker'],
    ['amrkrz', undefined],
    ['think_tags', 'think-tags'],
    ['Marker', 'marker'],
    ['zebra', undefined],
    // More edits than a third, but only its end is missing.
    ['harm', 'harmony'],
    ['think', 'think-tags'],
    ['har', undefined],
    ['', undefined],
  ])('%s means %s', (name, meant) => expect(nearest(name, ['harmony', 'think-tags', 'marker'])).toBe(meant))
})
