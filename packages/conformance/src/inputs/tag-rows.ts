import { answer, reasoning, type Row } from './row.ts'

export interface TagRowOptions {
  /** Literal opener and closer, different from each other. */
  open: string
  close: string
  /** The text begins inside a reasoning block, so the rows have no first opener. Default false. */
  startsInReasoning?: boolean
  /** A second block is reasoning, too. Default true. */
  multiple?: boolean
}

/**
 * Rows that every format with an opening and a closing delimiter should pass, if it trims nothing and keeps an unclosed block as reasoning. Behaviour
 * that differs between formats (orphan closers, nesting, tool calls) needs separate rows.
 */
export function tagRows(options: TagRowOptions): Row[] {
  const { open, close, startsInReasoning = false, multiple = true } = options
  const first = startsInReasoning ? '' : open
  const halfOpen = open.slice(0, Math.ceil(open.length / 2))
  const halfClose = close.slice(0, Math.ceil(close.length / 2))

  const always: Row[] = [
    { name: 'reasoning, then answer', input: `${first}sum${close}4`, parts: [reasoning('sum', { boundary: 'closer' }), answer('4')] },
    { name: 'reasoning alone', input: `${first}sum${close}`, parts: [reasoning('sum')], expect: { answer: '', closed: true } },
    { name: 'never closed', input: `${first}sum`, parts: [reasoning('sum', { boundary: 'end-of-stream' })], expect: { closed: false } },
    { name: 'ends in half a closer', input: `${first}sum${halfClose}`, expect: { reasoning: `sum${halfClose}`, answer: '' } },
    {
      name: 'half a closer before the closer',
      input: `${first}sum ${halfClose}?${close}4`,
      expect: { reasoning: `sum ${halfClose}?`, answer: '4' },
    },
    {
      name: 'the closer in single characters',
      input: [`${first}sum`, ...close, '4'],
      expect: { reasoning: 'sum', answer: '4' },
    },
    {
      name: 'whitespace on both sides of both delimiters',
      input: `${first}\n sum\r\n${close}\n\n4\t`,
      expect: { reasoning: '\n sum\r\n', answer: '\n\n4\t' },
    },
    {
      name: 'characters outside the basic plane beside the delimiters',
      input: `${first}😀𝒳${close}👩‍👩‍👧`,
      expect: { reasoning: '😀𝒳', answer: '👩‍👩‍👧' },
    },
    {
      name: 'halves of characters that are alone',
      input: `${first}a\ud83d${close}\ude00b\ud83d`,
      expect: { reasoning: 'a\ud83d', answer: '\ude00b\ud83d' },
    },
    { name: 'no text at all', input: '', parts: [] },
    {
      name: 'a long block',
      input: `${first}${'one more step. '.repeat(60)}${close}4`,
      expect: { reasoning: 'one more step. '.repeat(60), answer: '4' },
    },
  ]
  const fromAnswer: Row[] = [
    { name: 'no delimiter', input: 'plain text', parts: [answer('plain text')] },
    { name: 'ends in half an opener', input: `4 ${halfOpen}`, parts: [answer(`4 ${halfOpen}`)] },
    {
      name: 'half an opener before the opener',
      input: `${halfOpen} ${open}sum${close}4`,
      expect: { reasoning: 'sum', answer: `${halfOpen} 4` },
    },
    {
      name: 'answer, then reasoning, then answer',
      input: `Hm. ${open}sum${close}4`,
      parts: [answer('Hm. '), reasoning('sum'), answer('4')],
    },
    { name: 'an empty block', input: `${open}${close}4`, expect: { reasoning: '', answer: '4', closed: true } },
  ]
  const several: Row[] = [
    {
      name: 'two blocks',
      input: `${first}a${close}1${open}b${close}2`,
      parts: [reasoning('a'), answer('1'), reasoning('b'), answer('2')],
    },
  ]
  return [...always, ...(startsInReasoning ? [] : fromAnswer), ...(multiple ? several : [])]
}
