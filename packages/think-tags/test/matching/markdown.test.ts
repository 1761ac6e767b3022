import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { closesSpan, closesSpanAtEnd, copyOf, newMarkdown, placeOf, readMarkdown } from '../../src/matching/markdown.ts'

/** All at once, and unit for unit. */
const placesAfter = (text: string) =>
  [text.length, 1].map((step) => {
    const markdown = newMarkdown()
    for (let at = 0; at < text.length; at += step) readMarkdown(markdown, text, at, at + step)
    return placeOf(markdown)
  })

describe('where Markdown code is', () => {
  test.each([
    ['', 'text'],
    ['a `', 'open'],
    ['a `b`', 'text'],
    ['a ``b`', 'open'],
    ['a ``b` c``', 'text'],
    ['a \\`', 'text'],
    ['a \\\\`', 'open'],
    ['a `\\`', 'text'],
    ['a `b\n', 'text'],
    ['a ```', 'open'],
    ['a ```\n', 'text'],
    ['```', 'code'],
    ['```js', 'code'],
    ['```js\nx', 'code'],
    ['```js\nx\n```', 'code'],
    ['```js\nx\n```\n', 'text'],
    ['```js\nx\n``` y\n', 'code'],
    ['```js\r\nx\r\n```\r\n', 'text'],
    ['```js\rx\r```\r', 'text'],
    ['```js\nx\n``` \t\n', 'text'],
    ['a `b\rc', 'text'],
    ['```js\nx\n````\n', 'text'],
    ['````\nx\n```\n', 'code'],
    ['```\nx ```\n', 'code'],
    ['```\n~~~\n', 'code'],
    ['   ~~~ a`b\nx', 'code'],
    ['    ~~~\nx', 'text'],
    ['~~~\n    ~~~\nx', 'code'],
    ['~~ a', 'text'],
    ['``` a ``` b', 'text'],
    ['``` a ` b', 'open'],
    ['a\n   ```\nx', 'code'],
    ['a\n    ```\nx', 'text'],
    ['a\n     ```\nx', 'text'],
    ['   a ```\nx', 'text'],
    ['a   ```\nx', 'text'],
    ['a\n\t```\nx', 'text'],
    ['a\\b```\nx', 'text'],
    ['a\\b`', 'open'],
    ['\\\n```\nx', 'code'],
    ['```\nx\n   ```\ny', 'text'],
    ['```\nx\n    ```\ny', 'code'],
    ['```\nx\\\n```\ny', 'text'],
  ])('after %j: %s', (text, place) => {
    expect(placesAfter(text)).toEqual([place, place])
  })

  test('it is in the same places however the text is cut', () => {
    const text = fc.array(fc.constantFrom('`', '```', '~~~', '\\', ' ', '   ', '\n', '\r', '\t', 'x', 'x'.repeat(40)), { maxLength: 20 })
    fc.assert(
      fc.property(text, (pieces) => {
        const [whole, cut] = placesAfter(pieces.join(''))
        expect(cut).toBe(whole)
      }),
      { numRuns: runs(5000), seed: 3 },
    )
  })

  test.each([
    ['b`', 'c', true],
    ['b`', '', true],
    ['b``', 'c', false],
    ['b', '', false],
    ['b\n`', '', false],
  ])('looks ahead over %j, then %j', (before, after, closes) => {
    const markdown = newMarkdown()
    readMarkdown(markdown, '`', 0, 1)
    expect(placeOf(markdown)).toBe('open')
    const ahead = copyOf(markdown)
    const text = before + after
    expect(closesSpan(ahead, text, 0, text.length) ?? closesSpanAtEnd(ahead)).toBe(closes)
    expect(placeOf(markdown)).toBe('open')
  })
})
