import { describe, expect, test } from 'vitest'
import { withoutForeignLines } from '../../src/pass-through/foreign-lines.ts'

const header = 'x-anthropic-billing-header: cc_version=2.1.177; cch=36ee5;'

const passed = (body: Record<string, unknown>, provider: string | undefined): unknown =>
  withoutForeignLines(body, { wire: 'anthropic-messages', model: 'm', ...(provider !== undefined && { provider }) })

describe('lines for the accounting of one provider', () => {
  test.each([
    ['zai', `${header}\nBe brief.`, 'Be brief.'],
    ['zai', header, undefined],
    [
      'deepseek',
      [
        { type: 'text', text: header },
        { type: 'text', text: 'Be brief.' },
      ],
      [{ type: 'text', text: 'Be brief.' }],
    ],
    ['anthropic', header, header],
    ['openrouter', header, header],
    [undefined, header, header],
  ])('for %s, in its own API: %j', (provider, system, expected) => {
    expect(passed({ model: 'm', system }, provider)).toEqual({
      model: 'm',
      ...(expected !== undefined && { system: expected }),
    })
  })

  test('a request without them is the same object', () => {
    const body = { system: [{ type: 'text', text: 'Be brief.' }] }
    expect(passed(body, 'zai')).toBe(body)
  })
})
