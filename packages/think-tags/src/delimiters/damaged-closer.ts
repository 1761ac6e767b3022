import {
  foldCase,
  followedBy,
  literal,
  longest,
  mayBeginAnswer,
  no,
  undecided,
  type Matcher,
  type MatchVerdict,
} from '../matching/matcher.ts'
import { misspelt } from './misspelt.ts'

/** Beginnings and ends of closers that lost a bracket or have one of another kind. Intact closers do not match. */
const begins = { tag: ['<|/', '<｜/', '</|', '</|/', '</｜', '</', '<\\'], text: ['[/'] } as const
const ends = ['>', '|>', '｜>', ']']

/**
 * Matches a closer that lost a bracket, has one of another kind, or a slip in its name:
 *
 *     </think]   </think|>   <|/think>   </|think|>      `tag`: in no other text
 *     <\think>   </thinkFour  </think Four   </thnik>
 *     [/think]                                           `text`: may be part of a list
 *
 * `/think>` is only searched in a complete text, because streams would be searched for each slash.
 */
export function damagedCloser(kind: keyof typeof begins, names: readonly string[]): Matcher {
  const leads = begins[kind]
  const slips = kind === 'tag' ? names.flatMap(misspelt).map((name) => `${name}>`) : []
  return { firsts: [...new Set(leads.map((lead) => lead.charCodeAt(0)))], example: `${leads.at(-1)}think]`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    return longest(leads, (lead) => matchBehind(lead, text, at, final))
  }

  function matchBehind(lead: string, text: string, at: number, final: boolean): MatchVerdict {
    if (!text.startsWith(lead, at)) return !final && lead.startsWith(text.slice(at)) ? undecided : no
    for (const name of names) {
      const end = skip(name, text, at + lead.length)
      if (end === text.length) {
        if (!final) return undecided
      } else if (end > no) {
        const tail = text.slice(end, end + 2)
        const mark = ends.find((one) => tail.startsWith(one))
        if (mark !== undefined) return lead === '</' && mark === '>' ? no : end + mark.length - at
        if (!final && tail.length === 1 && ends.some((one) => one.startsWith(tail))) return undecided
        if (lead === '</') {
          const behind = matchAnswer(text, end, final)
          if (behind !== no) return behind === undecided ? undecided : end - at
        }
      }
    }
    return lead === '</' ? matchSlip(text, at, final) : no
  }

  function matchSlip(text: string, at: number, final: boolean): MatchVerdict {
    for (const slip of slips) {
      const end = skip(slip, text, at + 2)
      if (end === at + 2 + slip.length) return end - at
      if (end === text.length && !final) return undecided
    }
    return no
  }
}

/** Matches the beginning of an answer (not an attribute) directly after a name, or after a blank. */
function matchAnswer(text: string, from: number, final: boolean): MatchVerdict {
  const isBlank = text.charCodeAt(from) === 0x20
  const at = isBlank ? from + 1 : from
  if (at === text.length) return final ? no : undecided
  return (isBlank ? capital : capitalBehindSmall).test(text.charAt(from - 1) + text.charAt(at)) ? 1 : no
}

const capital = /.[\p{Lu}\p{Lo}]$/u
const capitalBehindSmall = /(?:\p{Ll}\p{Lu}|.\p{Lo})$/u

/** @returns The end of the name, the end of the text if it cuts the name, or `no`. */
function skip(name: string, text: string, from: number): number {
  const end = Math.min(text.length, from + name.length)
  for (let at = from; at < end; at++) if (foldCase(text.charCodeAt(at)) !== name.charCodeAt(at - from)) return no
  return end
}

/** Matches the rest of a closer that a server has cut in two, or escaped: `/think>`, `think>`, `&lt;/think&gt;`. */
export function cutCloser(names: readonly string[]): Matcher {
  const texts = ['', '/', '&lt;/'].flatMap((lead) => names.flatMap((name) => ['>', '&gt;'].map((end) => literal(lead + name + end))))
  const matcher: Matcher = {
    firsts: [...new Set(texts.flatMap(({ firsts }) => firsts))],
    match: (text, at, final) => longest(texts, (one) => one.match(text, at, final)),
  }
  return { ...followedBy(matcher, mayBeginAnswer), example: '/think>' }
}
