import { no, undecided, type Matcher } from '../matching/matcher.ts'

/** Longest token that is looked at, in UTF-16 units. */
const longest = 112

const call = '(?:assistant_)?(?:tool|function)_?(?:calls?|uses?)(?:_section)?'
const begin = '(?:begin|start)'
const end = '(?:end|close)'

/** Matches a call in a tag with a maker's name and one of these signs: `<acme:tool_call>`, `<acme|tool_calls>`, `<acme_function_call>`. */
export function makersCall(lead: '<' | '</', signs: ':|' | '_'): Matcher {
  const maker = `${lead}[a-z][\\w.-]{0,24}`
  return matching(
    `${lead}acme${signs.charAt(0)}tool_call>`,
    new RegExp(`^${maker}[${signs}](?:tool|function)_(?:calls?|use)(?: name="[\\w.-]{1,48}")?>`),
    new RegExp(`^(?:<|${lead}|${maker}(?:[${signs}]\\w{0,16}(?: [^<>]{0,56})?)?)$`),
  )
}

/**
 * `<|begin_of_tool_calls|>`, `<|function_call_start|>`, `<｜tool▁calls▁begin｜>`. A name without a verb has its end in a slash.
 *
 * @param side - `plain`: `<|plugin|>`, which may be a role, too.
 */
export function barCall(side: 'opening' | 'closing' | 'plain'): Matcher {
  const [verb, sign] = side === 'closing' ? [end, '/'] : [begin, '']
  const name =
    side === 'plain'
      ? /^(?:plugin|tools?|action|api)$/i
      : new RegExp(
          `^(?:${verb}_(?:of_)?${call}|(?:${call}|python)_${verb}|${sign}(?:${call}${side === 'closing' ? '|plugin|tools?|action|api' : ''}))$`,
          'i',
        )
  return {
    firsts: [0x3c],
    example: `<|${sign}tool_call|>`,
    match(text, at, final) {
      const here = text.slice(at, at + longest)
      const [token, written] = inBars.exec(here) ?? []
      if (token !== undefined) return name.test(written!.replaceAll(/[:▁-]/g, '_')) ? token.length : no
      return !final && beginningInBars.test(here) ? undecided : no
    },
  }
}

const inBars = /^<[|｜]([\w▁:/-]{1,40})[|｜]>/
const beginningInBars = /^<(?:[|｜][\w▁:/-]{0,40}[|｜]?)?$/

export const matching = (example: string, whole: RegExp, begun: RegExp, first = 0x3c): Matcher => ({
  firsts: [first],
  example,
  match(text, at, final) {
    const here = text.slice(at, at + longest)
    return whole.exec(here)?.[0].length ?? (!final && begun.test(here) ? undecided : no)
  },
})
