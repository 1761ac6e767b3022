import { expect, it } from 'vitest'
import { dsmlTag } from '../../src/delimiters/dsml-tag.ts'

const { match } = dsmlTag('invoke', 'opening')

it.each(['<｜DSML｜invoke', '<｜｜DSML｜｜invoke', '<|DSML| invoke', '<｜GCML｜invoke'])(
  'matches a tag, however much of it has come: %s',
  (tag) => {
    expect(match(`${tag} name="f">`, 0, false)).toBe(tag.length)
    for (let end = 1; end < tag.length; end++) expect(match(tag.slice(0, end), 0, false)).toBe(-1)
  },
)

it.each(['<｜MLX｜invoke', '<DSML invoke', '<｜LONGNAMEML｜invoke', '<｜dsml｜invoke', '<｜DSML｜other'])(
  'matches no other text: %s',
  (text) => {
    expect(match(`${text} name="f">`, 0, true)).toBe(0)
  },
)
