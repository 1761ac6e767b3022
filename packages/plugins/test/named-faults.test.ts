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
})
