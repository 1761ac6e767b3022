import { describe, expect, test } from 'vitest'
import { createWordWrap } from '../../src/chat/word-wrap.ts'

const wrapped = (pieces: readonly string[], columns = 20): string => {
  const wrap = createWordWrap(() => columns)
  return pieces.map((piece) => wrap.push(piece)).join('') + wrap.flush()
}

describe('text of a model at a terminal', () => {
  test.each([
    ['breaks between words', 'The answer to that is fifty-one.', 'The answer to that\nis fifty-one.'],
    ['keeps line feeds, empty lines and indents', 'a\n\n  b c', 'a\n\n  b c'],
    ['fills a line to its end', 'twenty columns wide! and more', 'twenty columns wide!\nand more'],
    ['leaves a word that is too long to the terminal', `a ${'x'.repeat(45)} b`, `a\n${'x'.repeat(45)} b`],
    ['counts wide characters twice', '答案答案答案答案 答案答案', '答案答案答案答案\n答案答案'],
    [
      'breaks no code',
      '```\nconst answer = 17 * 3 + 4\n```\nThe end of that is here.',
      '```\nconst answer = 17 * 3 + 4\n```\nThe end of that is\nhere.',
    ],
    ['breaks no table', '| a column | another column |', '| a column | another column |'],
  ])('%s', (_, text, expected) => {
    expect(wrapped([text])).toBe(expected)
    expect(wrapped([...text])).toBe(expected)
  })

  test('shows a word when the next one begins, and the last at the end', () => {
    const wrap = createWordWrap(() => 80)
    expect([wrap.push('The'), wrap.push(' ans'), wrap.push('wer is'), wrap.flush()]).toEqual(['', 'The', ' answer', ' is'])
  })

  test('writes a word without an end as it comes', () => {
    const wrap = createWordWrap(() => 20)
    const pieces = Array.from({ length: 100 }, () => 'x'.repeat(50))
    const early = pieces.map((piece) => wrap.push(piece)).join('')
    expect(early.length).toBeGreaterThan(3000)
    expect(early + wrap.flush()).toBe(pieces.join(''))
  })

  test('loses nothing but blanks at breaks, at any width and however it is cut', () => {
    const text = 'One  thing:\n\n- a list `with code`\n```sh\nnpm start -- --upstream http://127.0.0.1:8080\n```\n| a | b |\nend '
    for (let columns = 1; columns <= 40; columns++) {
      const whole = wrapped([text], columns)
      expect(whole.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      for (let at = 0; at <= text.length; at++) expect(wrapped([text.slice(0, at), text.slice(at)], columns)).toBe(whole)
    }
  })
})
