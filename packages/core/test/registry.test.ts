import { createRegistry, ReasonError, splitText, type TextAdapter, type WireFormat } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { describe, expect, it } from 'vitest'
import { tags } from './tags.ts'

const adapter = (id: string, overrides: Partial<TextAdapter> = {}) => tags({ id, ...overrides })
const tokens = (passports: Passport[] = []) => adapter('tokens', { capabilities: { structuralTokens: true }, passports })
const tagged = (passports: Passport[] = []) => adapter('tagged', { capabilities: { tags: true }, passports })
const speaks = (id: string, ...models: string[]): Passport => ({ models, flags: { [id]: true } })

describe('use', () => {
  it('refuses an unsupported version of the contracts', () => {
    const newer = { ...tags(), specVersion: 2 } as unknown as TextAdapter
    expect(() => createRegistry().use(newer)).toThrow(/"tags" has specVersion 2.*supports 1.*Update @reason\/core/)
    const older = { ...tags(), specVersion: 0 } as unknown as TextAdapter
    expect(() => createRegistry().use(older)).toThrow(/Update the package/)
  })

  it('refuses a second plugin with the same id', () => {
    const registry = createRegistry().use(adapter('a'))
    expect(() => registry.use(adapter('a'))).toThrow(expect.objectContaining({ code: 'REASON_DUPLICATE_ID' }))
  })

  it.each(['auto', 'plain', 'native'])('refuses the reserved id %s', (id) => {
    expect(() => createRegistry().use(adapter(id))).toThrow(expect.objectContaining({ code: 'REASON_DUPLICATE_ID' }))
  })

  it.each([[tags], ['tags'], [null], [{ kind: 'other', id: 'x' }]])('refuses a value that is no plugin: %s', (value) => {
    expect(() => createRegistry().use(value as unknown as TextAdapter)).toThrow(expect.objectContaining({ code: 'REASON_INVALID_PLUGIN' }))
  })

  it('is recognised across copies of the package', () => {
    try {
      createRegistry().text('nobody')
    } catch (error) {
      expect(ReasonError.is(error)).toBe(true)
    }
    expect(ReasonError.is(new Error('x'))).toBe(false)
    expect(ReasonError.is({ [Symbol.for('reason.error')]: true })).toBe(true)
  })
})

describe('lookup', () => {
  const wire = { kind: 'wire', id: 'w', specVersion: 1, capabilities: {} } as unknown as WireFormat
  const registry = createRegistry().use(adapter('harmony')).use(wire)
  it('finds by id and kind', () => {
    expect(registry.text('harmony').id).toBe('harmony')
    expect(registry.wire('w')).toBe(wire)
  })
  it('lists the available ids and suggests the nearest', () => {
    expect(() => registry.text('harmnoy')).toThrow(/No adapter "harmnoy" \(did you mean "harmony"\?\) is registered \(have: harmony\)\./)
    expect(() => registry.wire('harmony')).toThrow(/No wire format "harmony"/)
  })
})

describe('the passport from the server of a model', () => {
  const served: Passport = {
    models: [],
    source: 'its server',
    flags: { tagged: true },
    options: { tagged: { open: '<s>' } },
    serviceTokens: ['<|served|>'],
  }
  const ofFamily = (passport: Partial<Passport>): Passport => ({
    models: ['m*'],
    source: 'a family',
    serviceTokens: ['<|own|>'],
    ...passport,
  })
  const fromServer = { adapter: 'tagged', options: { open: '<s>' } }
  const ownOptions = { tagged: { open: '<f>' } }

  it.each<[string, Passport[], Passport[], object, string[]]>([
    ['counts where nothing else is known', [], [], fromServer, ['<|served|>']],
    [
      'does not where a passport says how the model writes',
      [ofFamily({ flags: { tagged: true }, options: ownOptions })],
      [],
      { adapter: 'tagged', options: { open: '<f>' } },
      ['<|own|>'],
    ],
    [
      'does not where a passport says another format',
      [ofFamily({ flags: { tokens: true } })],
      [],
      { adapter: 'tokens', options: undefined },
      ['<|own|>'],
    ],
    [
      'does not where the configuration says another format',
      [],
      [ofFamily({ flags: { tokens: true } })],
      { adapter: 'tokens', options: undefined },
      ['<|own|>'],
    ],
    [
      'counts before what is known of words in names',
      [ofFamily({ flags: { tagged: true }, options: ownOptions, priority: -1 })],
      [],
      fromServer,
      ['<|served|>', '<|own|>'],
    ],
    ['counts for a wire that may have split', [ofFamily({ flags: { native: true } })], [], fromServer, ['<|own|>', '<|served|>']],
    [
      'names no format that the configuration rules out',
      [],
      [ofFamily({ flags: { tagged: false } })],
      { adapter: 'auto', options: undefined },
      ['<|own|>', '<|served|>'],
    ],
    [
      'leaves options of the configuration',
      [],
      [ofFamily({ options: ownOptions })],
      { adapter: 'tagged', options: { open: '<f>' } },
      ['<|own|>', '<|served|>'],
    ],
  ])('%s', (_, own, configured, expected, serviceTokens) => {
    const registry = createRegistry()
      .use(tokens(own))
      .use(tagged())
      .know(...configured)
    const {
      adapter: { id },
      context,
      passport,
    } = registry.resolve({ model: 'm1', hints: { served } })
    expect({ adapter: id, options: context.options }).toEqual(expected)
    expect(passport.serviceTokens).toEqual(serviceTokens)
  })

  it('combines with the hints of a request', () => {
    const registry = createRegistry().use(tokens()).use(tagged())
    const { candidates } = registry.resolve({ model: 'm1', hints: { served, flags: { tokens: false, marker: true } } })
    expect(candidates.find(({ verdict }) => verdict === 'taken')).toEqual({
      id: 'tagged',
      verdict: 'taken',
      reason: 'the model writes it (its server)',
    })
  })
})

describe('resolve', () => {
  it('takes a preferred adapter before others that know the model, whatever its kind', () => {
    const preferred = adapter('theirs', { passports: [speaks('theirs', '*gpt-oss*')] })
    const registry = createRegistry()
      .use(tokens([speaks('tokens', '*gpt-oss*', 'other')]))
      .use(preferred, { preferred: true })
    const { adapter: taken, candidates } = registry.resolve({ model: 'gpt-oss-20b' })
    expect(taken).toBe(preferred)
    expect(candidates.at(-1)).toMatchObject({
      id: 'tokens',
      verdict: 'refused',
      reason: expect.stringMatching(/but "theirs" is preferred$/) as string,
    })
    expect(registry.resolve({ model: 'other' }).adapter.id).toBe('tokens')
    const off = { models: ['gpt-oss*'], flags: { theirs: false } }
    expect(registry.know(off).resolve({ model: 'gpt-oss-20b' }).adapter.id).toBe('tokens')
  })
  it('takes the adapter whose passport knows the model', () => {
    const registry = createRegistry()
      .use(tokens([speaks('tokens', '*gpt-oss*')]))
      .use(tagged([speaks('tagged', '*qwen3*')]))
    expect(registry.resolve({ model: 'Qwen/Qwen3-8B' }).adapter.id).toBe('tagged')
    expect(registry.resolve({ model: 'gpt-oss:20b' }).adapter.id).toBe('tokens')
  })

  it('prefers structural tokens over tags, in any order of registration', () => {
    const both = [speaks('tokens', 'm'), speaks('tagged', 'm')]
    const { adapter: taken, candidates } = createRegistry().use(tagged(both)).use(tokens()).resolve({ model: 'm' })
    expect(taken.id).toBe('tokens')
    expect(candidates.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['native refused', 'tokens taken', 'tagged refused'])
    expect(candidates[2]!.reason).toContain('"tokens" is preferred')
  })

  it('excludes an adapter by a flag', () => {
    const registry = createRegistry()
      .use(tokens([speaks('tokens', '*m*')]))
      .use(tagged([speaks('tagged', '*m*')]))
    registry.know({ models: ['m'], flags: { tokens: false }, source: 'reason.config.json' })
    const { adapter: taken, candidates } = registry.resolve({ model: 'm' })
    expect(taken.id).toBe('tagged')
    expect(candidates.find(({ id }) => id === 'tokens')).toEqual({
      id: 'tokens',
      verdict: 'refused',
      reason: 'the model does not write it (reason.config.json)',
    })
  })

  it('lets configuration win over adapters, and the later over the earlier', () => {
    const registry = createRegistry().use(tagged([{ ...speaks('tagged', 'm'), options: { tagged: 'adapter' } }]))
    registry.know({ models: ['m'], options: { tagged: 'first' } }).know({ models: ['m'], options: { tagged: 'second' } })
    expect(registry.resolve({ model: 'm' }).context).toEqual({ model: 'm', options: 'second' })
  })

  it('passes the options of the provider to a format that auto looks for', () => {
    let seen: unknown
    const watched = tags({
      passports: [{ models: [], provider: 'somewhere', options: { tags: 'its dialect' } }],
      createSplitter(context) {
        seen = context?.options
        return tags().createSplitter(context)
      },
    })
    const { adapter: taken, context } = createRegistry().use(watched).resolve({ model: 'm', provider: 'somewhere' })
    expect(taken.id).toBe('auto')
    expect(splitText('<r>a</r>b', taken, context)).toMatchObject({ reasoning: 'a', answer: 'b' })
    expect(seen).toBe('its dialect')
  })

  it('lets the longer pattern win among passports of one source', () => {
    const registry = createRegistry().use(
      tagged([
        { models: ['*qwen3*'], flags: { tagged: true } },
        { models: ['*qwen3-instruct*'], flags: { tagged: false } },
      ]),
    )
    expect(registry.resolve({ model: 'qwen3-instruct', hints: { auto: false } }).adapter.id).toBe('plain')
    expect(registry.resolve({ model: 'qwen3-8b' }).adapter.id).toBe('tagged')
  })

  it('uses a catch-all row only if its adapter is named', () => {
    const registry = createRegistry().use(
      tagged([{ models: ['*'], flags: { tagged: true }, catchAll: true, options: { tagged: 'generic' } }]),
    )
    expect(registry.resolve({ model: 'm' }).adapter.id).toBe('auto')
    expect(registry.resolve({ model: 'm', hints: { adapter: 'tagged' } })).toMatchObject({
      adapter: { id: 'tagged' },
      context: { options: 'generic' },
    })
  })

  it('sets native for an adapter if the wire splits, unless the request names the adapter', () => {
    const registry = createRegistry().use(tagged([{ models: ['*'], provider: 'acme', flags: { tagged: true, native: true } }]))
    expect(registry.resolve({ model: 'm', provider: 'acme' }).context).toEqual({ model: 'm', native: true })
    expect(registry.resolve({ model: 'm', provider: 'acme', hints: { adapter: 'tagged' } }).context).toEqual({ model: 'm' })
  })

  it('merges service tokens', () => {
    const registry = createRegistry().use(
      tagged([
        { models: ['m'], serviceTokens: ['<a>'] },
        { models: ['*'], serviceTokens: ['<b>'] },
      ]),
    )
    expect(registry.resolve({ model: 'm' }).passport.serviceTokens).toEqual(['<a>', '<b>'])
  })

  it('uses the match rule of an adapter', () => {
    const own = adapter('own', { match: ({ model }) => ({ verdict: model === 'x' ? 'yes' : 'no', reason: 'my rule' }) })
    const registry = createRegistry().use(own)
    expect(registry.resolve({ model: 'x' }).candidates).toContainEqual({ id: 'own', verdict: 'taken', reason: 'my rule' })
    expect(registry.resolve({ model: 'y' }).adapter.id).toBe('plain')
  })

  it('applies a passport to all models of a provider, and reports native fields', () => {
    const registry = createRegistry().use(tagged([speaks('tagged', '*deepseek*')]))
    registry.know({ models: [], provider: 'deepseek', flags: { native: true, tagged: false } })
    expect(registry.resolve({ model: 'deepseek-chat', provider: 'deepseek' })).toMatchObject({ native: true, adapter: { id: 'plain' } })
    expect(registry.resolve({ model: 'deepseek-chat', provider: 'Deep-Seek' }).native).toBe(true)
    expect(registry.resolve({ model: 'deepseek-chat', provider: 'other' })).toMatchObject({ native: false, adapter: { id: 'tagged' } })
  })

  it('holds text of an unknown model up to maxHeldChars', () => {
    const registry = createRegistry().use(tagged())
    const first = (maxHeldChars?: number) => {
      const { adapter } = registry.resolve({ model: 'm', hints: maxHeldChars === undefined ? {} : { maxHeldChars } })
      return adapter.createSplitter().push('Well, well.').length
    }
    expect(first()).toBe(0)
    expect(first(4)).toBeGreaterThan(0)
  })

  it('takes a named adapter, whatever passports say', () => {
    const registry = createRegistry()
      .use(tokens([speaks('tokens', 'm')]))
      .use(tagged())
    expect(registry.resolve({ model: 'm', hints: { adapter: 'tagged' } }).adapter.id).toBe('tagged')
    expect(registry.resolve({ model: 'm', hints: { adapter: 'plain' } }).adapter.id).toBe('plain')
    expect(registry.resolve({ model: 'm', hints: { adapter: 'auto' } }).adapter.id).toBe('auto')
    expect(() => registry.resolve({ hints: { adapter: 'taged' } })).toThrow(/did you mean "tagged"\?/)
  })

  it('looks for all formats that no passport excludes if the model is unknown', () => {
    const { adapter: taken, candidates } = createRegistry().use(tokens()).use(tagged()).resolve({ model: 'new-model' })
    expect(taken.id).toBe('auto')
    expect(candidates.at(-1)).toEqual({
      id: 'auto',
      verdict: 'taken',
      reason: 'the format is unknown; looks for tokens, tagged',
    })
    expect(splitText('<r>a</r>b', taken)).toMatchObject({ reasoning: 'a', answer: 'b' })
  })

  it('looks for structural tokens, but does not require them, if a server may have split', () => {
    const registry = createRegistry().use(tokens([speaks('tokens', 'm')]))
    const { adapter: taken, candidates } = registry.resolve({ model: 'm', hints: { wire: true } })
    expect(taken.id).toBe('auto')
    expect(candidates).toContainEqual(expect.objectContaining({ id: 'tokens', verdict: 'taken' }))
    expect(splitText('<r>a</r>b', taken)).toMatchObject({ reasoning: 'a', answer: 'b' })
    expect(registry.resolve({ model: 'm', hints: { wire: true, adapter: 'tokens' } }).adapter.id).toBe('tokens')
  })

  it('takes plain if auto is switched off', () => {
    expect(
      createRegistry()
        .use(tagged())
        .resolve({ hints: { auto: false } }).adapter.id,
    ).toBe('plain')
  })
})
