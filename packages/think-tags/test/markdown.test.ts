import { describe, expect, test } from 'vitest'
import { closesSpan, closesSpanAtEnd, copyOf, newMarkdown, placeOf, readMarkdown } from '../src/markdown.ts'

const placeAfter = (text: string) => {
  const markdown = newMarkdown()
  readMarkdown(markdown, text, 0, text.length)
  return placeOf(markdown)
}

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
  ])('after %j: %s', (text, place) => {
    expect(placeAfter(text)).toBe(place)
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
