import type { Part } from '@reason/core'
import { collapseWhitespace } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, resultOf, through } from '../parts.ts'

const collapsed = (text: string, sizes: number[]) => resultOf(through([collapseWhitespace()], blocks([['answer', text]], sizes))).answer

describe('collapseWhitespace', () => {
  it.each([
    ['single blanks', 'a b\tc', 'a b\tc'],
    ['runs of blanks become their first', 'a   b \t c', 'a b c'],
    ['empty lines become one', 'a\n\n\n\n\nb\n\nc\nd', 'a\n\nb\n\nc\nd'],
    ['lines of blanks are empty', 'a\n \n   \n\nb', 'a\n \nb'],
    ['indentation stays', '- a\n  - b   c', '- a\n  - b c'],
    ['a line break of Markdown stays', 'a    \nb', 'a  \nb'],
    ['fenced code', 'x  y\n```py\na  =  1\n\n\n\nb\n```\nx  y', 'x y\n```py\na  =  1\n\n\n\nb\n```\nx y'],
    ['a fence of tildes, with backticks in it', '~~~\na  ```  b\n~~~\nx  y', '~~~\na  ```  b\n~~~\nx y'],
    ['a fence in a list', '1. ```\n   a  b\n   ```\nx  y', '1. ```\n   a  b\n   ```\nx y'],
    ['a fence that is never closed', '```\na  b', '```\na  b'],
    ['indented code with empty lines', 'x\n\n    a  b\n\n\n\n    c  d\n\ny  z', 'x\n\n    a  b\n\n\n\n    c  d\n\ny z'],
    ['inline code that begins and ends with blanks', 'use `  a  ` and  b', 'use `  a  ` and b'],
    ['inline code', 'use `a  b`  and ``c ` d  e``  f  g', 'use `a  b` and ``c ` d  e`` f g'],
    ['a backtick that is never closed, until the paragraph ends', 'it`s  a\n\nb  c', 'it`s  a\n\nb c'],
    ['carriage returns', 'a\r\n\r\n\r\n\r\nb', 'a\r\n\r\nb'],
  ])('%s', (_, text, expected) => {
    for (const sizes of [[1], [2, 3], [1000]]) expect(collapsed(text, sizes)).toBe(expected)
  })

  it.each([
    ['a word', '- [x] a', 'x', '- x a'],
    ['behind a row of blanks', 'a   [x]  b', 'x', 'a x b'],
    ['a line', 'a[\n]  - b  c', '\n', 'a\n  - b c'],
    ['a fence', '```[\n]a  b[\n]```', '\n', '```\na  b\n```'],
    ['a blank', 'a[ ] b', ' ', 'a b'],
    ['the fence of code', 'x\n[```]\na  b\n```\nx  y', '```', 'x\n```\na  b\n```\nx y'],
  ])('goes on behind inserted text as behind any other: %s', (_, text, inserted, expected) => {
    const block = { block: 0, channel: 'answer' } as const
    const parts: Part[] = [
      { type: 'block-start', ...block },
      ...text
        .split(/(\[[^\]]*\])/)
        .filter((piece) => piece !== '')
        .map((piece): Part => {
          const isInserted = piece.startsWith('[')
          return { type: 'delta', ...block, text: isInserted ? inserted : piece, ...(isInserted && { inserted: true }) }
        }),
      { type: 'block-end', ...block, boundary: 'closer' },
      { type: 'end' },
    ]
    expect(resultOf(through([collapseWhitespace()], parts)).answer).toBe(expected)
  })

  it('leaves reasoning and tool text as they are', () => {
    const parts = blocks([
      ['reasoning', 'a  b'],
      ['answer', 'c  d', 'tool-text'],
    ])
    expect(through([collapseWhitespace()], parts)).toEqual(parts)
  })
})
