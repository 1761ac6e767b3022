import type { Splitter, TextAdapter } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { withNamedFaults } from '../src/index.ts'

const adapterOf = (createSplitter: () => Splitter): TextAdapter => ({
  kind: 'text',
  id: 'theirs',
  specVersion: 1,
  capabilities: {},
  createSplitter,
})

describe('a fault of a third-party adapter', () => {
  it.each<[string, () => Splitter, RegExp]>([
    [
      'that throws',
      () => {
        throw new Error('boom')
      },
      /^The adapter of their-package failed: boom\./,
    ],
    [
      'that throws in a push',
      () => ({
        push() {
          throw new Error('boom')
        },
        end: () => [],
      }),
      /^The adapter of their-package failed: boom\./,
    ],
    [
      'that gives no parts',
      () => ({ push: () => undefined as never, end: () => [] }),
      /failed: it gave undefined instead of a list of parts\./,
    ],
  ])('%s names its package', (_, createSplitter, message) => {
    const adapter = withNamedFaults(adapterOf(createSplitter), 'their-package')
    expect(() => adapter.createSplitter().push('a')).toThrow(
      expect.objectContaining({ code: 'REASON_INVALID_PLUGIN', message: expect.stringMatching(message) as string }),
    )
  })

  it('leaves an adapter as it is that keeps its promises', () => {
    const adapter = adapterOf(() => ({
      push: (text) => [{ type: 'delta', block: 0, channel: 'answer', text }],
      end: () => [],
      isUndecided: () => true,
    }))
    const splitter = withNamedFaults(adapter, 'their-package').createSplitter()
    expect(splitter.push('a')).toEqual([{ type: 'delta', block: 0, channel: 'answer', text: 'a' }])
    expect(splitter.isUndecided!()).toBe(true)
    expect('decide' in splitter).toBe(false)
  })

  it('keeps the data of an adapter, and adds none', () => {
    const bare = adapterOf(() => ({ push: () => [], end: () => [] }))
    const data = { passports: [{ models: ['m'], source: 'here' }], signals: [{ text: '[[reason]]' }] }
    expect(Object.keys(withNamedFaults(bare, 'theirs')).sort()).toEqual(Object.keys(bare).sort())
    expect(withNamedFaults({ ...bare, ...data }, 'theirs')).toMatchObject(data)
  })

  it('passes on all that the pipeline says and asks', () => {
    const heard: unknown[] = []
    const splitter: Splitter = {
      push: () => [],
      end(ending) {
        heard.push(ending)
        return []
      },
      decide(reason) {
        heard.push(reason)
        return []
      },
      isUndecided: () => true,
      passes: (text) => text === 'a',
      isInCode: () => true,
      state: () => ({ block: 'open' }),
    }
    const theirs: TextAdapter = {
      ...adapterOf(() => splitter),
      match: ({ model }) => ({ verdict: model === 'm' ? 'yes' : 'no', reason: 'its name' }),
      start: ({ prefill }) => ({ start: prefill === '<think>' ? 'reasoning' : 'answer', by: 'prompt', ...held }),
    }
    const adapter = withNamedFaults(theirs, 'their-package')
    const wrapped = adapter.createSplitter()
    wrapped.decide!('wire')
    wrapped.end('cut')
    expect(heard).toEqual(['wire', 'cut'])
    expect([wrapped.isUndecided!(), wrapped.passes!('a'), wrapped.passes!('b'), wrapped.isInCode!()]).toEqual([true, true, false, true])
    expect(wrapped.state!()).toEqual({ block: 'open' })
    expect(adapter.match!({ model: 'm' })).toEqual({ verdict: 'yes', reason: 'its name' })
    expect(adapter.start!({ prefill: '<think>' })).toMatchObject({ start: 'reasoning', by: 'prompt' })
  })
})

const held = { maxHeldChars: 0, atLimit: 'answer', atStop: 'answer', atCut: 'reasoning' } as const
