import { mayBeginAnswer, mayBeginThought, no, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'
import { matching } from './call-token.ts'

/** Limit of a token's length, in UTF-16 units. */
const longest = 64

/** Without bars it could be a name of XML. */
const bareWord = '(?:think|thinking|thought|reasoning|working_out)'
/** Words that mean a thought in any company: `acme_think`, `thought_process`, `deep_thinking`. */
const thought = '(?:think|thinking|thoughts?|reasoning|cot|chain_of_thought|monologue)'
/** Words that may mean something else in company: `data_analysis`. */
const aloneThought = '(?:analysis|ponder|deliberation|reason|reflection|rationale|scratchpad|working_out)'
const answer = '(?:answer|final|respond|response|reply|solution)'
const sides = {
  opening: { verb: '(?:begin|start|open|on)', sign: '' },
  closing: { verb: '(?:end|close|off)', sign: '/' },
}
/** In front of the word: who thinks, or how. Not that there is no thought, or where something begins or ends. */
const company =
  '(?:(?!(?:no|non|not|skip|disable|enable|without|empty|pre|post|before|after|begin|start|open|on|end|close|off|of)_)[a-z\\d]+_){0,3}'
/** Behind the word: a part of it, or its number. */
const part = '(?:_(?:process|content|block|trace|phase|step|section|text|mode))?(?:_?\\d+)?'

/**
 * Matches tokens of unknown makers for thoughts or answers. Only a template can have written such a token.
 *
 *     <|think|>   <|think_start|>   <|begin_of_thinking|>   <｜think▁begin｜>   <start_working_out>   <|final_answer|>   <|acme:think|>   <|think>
 *     <|/think|>  <|think_end|>     <|end_of_thinking|>     <｜think▁end｜>     <end_working_out>     <|endanswer|>      <|acme:/think|>  <think|>
 */
export function barToken(side: 'opening' | 'closing', of: 'thought' | 'answer' = 'thought'): Matcher {
  const { verb, sign } = sides[side]
  const bare = new RegExp(`^(?:${verb}_(?:of_)?${bareWord}|${bareWord}[_:-]${verb})$`, 'i')
  const verbs = (word: string): string => `${verb}_?(?:of_?)?${word}|${word}_?${verb}`
  const inBars = new RegExp(
    of === 'answer'
      ? `^(?:${sign}|(?:channel|assistant|model)_)?(?:final_)?${answer}$|^(?:${verbs(`(?:final_)?${answer}`)})$`
      : `^(?:${sign}${company}|${company}${sign})${thought}${part}$|^${company}(?:${verbs(company + thought + part)})$` +
          `|^(?:${sign}|channel_)${aloneThought}$|^(?:${verbs(aloneThought)})$`,
    'i',
  )
  const half = new RegExp(`^${of === 'answer' ? answer : thought}$`, 'i')
  const inSentence = of === 'answer' ? mayBeginAnswer : side === 'opening' ? mayBeginThought : undefined
  return { firsts: [0x3c], example: `<|${sign}${of === 'thought' ? 'think' : 'answer'}|>`, ...(inSentence && { inSentence }), match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    if (at + 1 === text.length) return final ? no : undecided
    const from = isBar(text.charCodeAt(at + 1)) ? at + 2 : at + 1
    const isLeft = from > at + 1
    if (!isLeft && !beginnings.has(text.slice(from, from + 3).toLowerCase())) return no
    const most = Math.min(text.length, at + longest)
    let to = from
    while (to < most && isInName(text.charCodeAt(to))) to++
    const isRight = isBar(text.charCodeAt(to))
    const end = isRight ? to + 1 : to
    if (end >= text.length) return final || to - at >= longest ? no : undecided
    if (text.charCodeAt(end) !== 0x3e) return no
    const name = text.slice(from, to)
    // A bar on one side alone is on the inner one: `<|think>`, `<think|>`.
    const isHalf = isLeft !== isRight && (side === 'opening') === isLeft
    const isOurs =
      isLeft || isRight
        ? isHalf
          ? half.test(name)
          : isLeft && isRight && inBars.test(name.replaceAll(/[:▁-]/g, '_'))
        : of === 'thought' && bare.test(name)
    return isOurs ? end + 1 - at : no
  }
}

/** First letters (up to three) of names in tokens without bars. */
const beginnings = new Set(
  'begin start open end close think thought reasoning working cot answer final response reply'
    .split(' ')
    .flatMap((name) => [1, 2, 3].map((length) => name.slice(0, length))),
)

const isBar = (unit: number): boolean => unit === 0x7c || unit === 0xff5c

const isInName = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x2d && unit <= 0x3a) || unit === 0x5f || unit === 0x2581

/** Names in tokens that begin no answer: calls, media, the ends of texts and turns, other roles. */
const noAnswer =
  /end|eo[stmd]|[bs]os|pad|sep|begin|start|user|human|system|tool|function|call|plugin|python|interpreter|image|audio|video|vision|object|box|ref|code|fim|mask|unk|think|thought|reason/i
const anyName = /^<[|｜]([\w▁:-]{1,40})[|｜]>/
const beginningOfAny = /^<(?:[|｜][\w▁:-]{0,40}[|｜]?)?$/

/** Another token: it may begin the answer behind a thought that a token began, `<|think|>Add.<|output|>Four.` */
export const otherToken: Matcher = {
  firsts: [0x3c],
  example: '<|output|>',
  match(text, at, final) {
    const here = text.slice(at, at + longest)
    const [token, name] = anyName.exec(here) ?? []
    if (token !== undefined) return noAnswer.test(name!) ? no : token.length
    return !final && beginningOfAny.test(here) ? undecided : no
  },
}

/** The same in square brackets, as llama-cli prints it: `[Start thinking]`, `[BEGIN_THOUGHT]`, `[think_end]`. A text may have such a heading. */
export function bracketToken(side: 'opening' | 'closing'): Matcher {
  const { verb } = sides[side]
  const name = '(?:think|thinking|thoughts?|reasoning)'
  const whole = new RegExp(`^\\[(?:${verb}[ _-](?:of[ _-])?${name}|${name}[ _-]${verb})\\]`, 'i')
  return matching(side === 'opening' ? '[Start thinking]' : '[End thinking]', whole, /^\[[a-z _-]{0,24}$/i, 0x5b)
}
