import { describe, expect, test } from 'vitest'
import { damagedCloser } from '../../src/delimiters/damaged-closer.ts'
import { no, undecided } from '../../src/matching/matcher.ts'

const names = ['think', 'thinking']
const tag = damagedCloser('tag', names)
const inText = damagedCloser('text', names)

describe('a damaged closer', () => {
  test.each(['</think]', '</think|>', '</think｜>', '<|/think>', '<|/think|>', '<｜/think｜>', '</|think>', '</THINK]', '</thinking]'])(
    '%s is one, whatever stands around it',
    (closer) => {
      expect(tag.match(`a ${closer} b`, 2, false)).toBe(closer.length)
      expect(tag.match(closer, 0, true)).toBe(closer.length)
      expect(tag.firsts).toContain(closer.charCodeAt(0))
    },
  )

  test.each(['</think|>', '<|/think|>', '<｜/thinking｜>'])('%s is not known before its end', (closer) => {
    for (let length = 1; length < closer.length; length++) {
      expect(tag.match(closer.slice(0, length), 0, false)).toBe(undecided)
      expect(tag.match(closer.slice(0, length), 0, true)).toBe(no)
    }
  })

  test.each(['</think>', '</thinking>', '</thin]', '</thinker]', '<think]', '</think', '</ think]'])('%s is none', (text) => {
    expect(tag.match(`${text} b`, 0, false)).toBe(no)
  })

  test('of square brackets stands in a text only where it may be one', () => {
    expect(inText.match('[/think]', 0, false)).toBe(8)
    expect(inText.match('[/think>', 0, false)).toBe(8)
    expect(tag.match('[/think]', 0, false)).toBe(no)
  })
})
