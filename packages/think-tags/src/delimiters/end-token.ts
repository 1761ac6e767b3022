import { endsText, followedBy, no, skipSpace, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

/** Tokens that end a turn, and that an answer may contain as text. */
const tokens = [
  '</s>',
  '[EOS]',
  '[PAD]',
  '<pad>',
  '<unk>',
  '<eos>',
  '<eot>',
  '<eod>',
  '<eom>',
  '<EOT>',
  '<EOD>',
  '<sep>',
  '<end_of_utterance>',
  '<end_of_image>',
  '<image_soft_token>',
  '[/INST]',
  '[END FINAL RESPONSE]',
] as const

/** Tokens that a vocabulary has in reserve, each with its number: `<SPECIAL_12>`, `[unused10]`, and `<0x0A>` for a byte. */
const reserve = [
  '<SPECIAL_',
  '<extra_id_',
  '<reserved_special_token_',
  '<reserved_',
  '<unused',
  '<ctrl',
  '<0x',
  '[unused',
  '[control_',
] as const
const numbered = /^(?:\d{1,4}|[\dA-F]{2})[\]>]/
const beginningOfNumber = /^(?:\d{0,4}|[\dA-F]{0,2})$/

/**
 * Matches a token of an unknown maker: `<|end_of_turn|>`, `<|eom|>`, `<|human|>`, `<|fim_middle|>`. And `<[EOS_never_used_51bce0c7…]>` of Doubao, and the
 * end of a call that nothing began: `</｜DSML｜tool_calls>`, `</arg_value:6124c78e>`.
 */
const unknownToken =
  /^(?:<[|｜]\/?\w+(?: \w+){0,3}[|｜]>|<\[[A-Z]+\d*_never_used_[\da-f]{8,40}\]>|<\/(?:[|｜]{1,2}[A-Z]{1,6}ML[|｜]{1,2} ?\w{1,20}|(?:arg|tool)_[a-z]{2,9}:[\da-z]{4,16})>)/
const beginningOfUnknown =
  /^<(?:[|｜]\/?(?:\w+ ){0,3}\w*[|｜]?|\[(?:[A-Z]+\d*(?:_[a-z_\da-f]{0,52})?\]?)?|\/(?:[|｜]{1,2}(?:[A-Z]{0,8}(?:[|｜]{1,2} ?\w{0,20})?)?|a|ar|arg|t|to|too|tool|(?:arg|tool)_[a-z]{0,9}(?::[\da-z]{0,16})?)?)?$/

/** Tokens that an answer may name, or ask for, so that they count only behind its last sentence. Words such as `[DONE]` are not among them: prompts ask for them. */
const named = [
  '</assistant>',
  '</turn>',
  '<mask>',
  '<EOS>',
  '<eoc>',
  '<eop>',
  '<sop>',
  '<eos_token>',
  '<endoftext>',
  '[EOT]',
  '[/ASST]',
  ...'answer assistant document generation message response sentence sequence text turn tool_call'
    .split(' ')
    .flatMap((what) => [`<end_of_${what}>`, `<${what}_end>`]),
] as const

/** Limit of a token's length, in UTF-16 units. */
const longest = 72

/** Limit of examined text after a token, in UTF-16 units. */
const mostBehind = 128

/** Matches these tokens if only whitespace and more of them follow. There they have ended a turn of any model. */
export const endTokens: readonly Matcher[] = [0x3c, 0x5b].map((first) => ({ firsts: [first], example: '</s>', match }))

export const namedEnd: Matcher = followedBy(
  {
    firsts: [0x3c, 0x5b],
    match(text, at, final) {
      const known = named.find((token) => text.startsWith(token, at))
      if (known !== undefined) return known.length
      const rest = final ? '' : text.slice(at, at + longest)
      return rest !== '' && named.some((token) => token.startsWith(rest)) ? undecided : no
    },
  },
  endsText,
)

function match(text: string, at: number, final: boolean): MatchVerdict {
  const length = tokenAt(text, at)
  if (length === 0) return !final && mayBegin(text, at) ? undecided : no
  const most = at + length + mostBehind
  let to = at + length
  for (let next = length; next > 0 && to < most; to += next) {
    to = skipSpace(text, to, most)
    next = tokenAt(text, to)
  }
  if (to >= most) return no
  if (to === text.length) return final ? length : undecided
  return !final && mayBegin(text, to) ? undecided : no
}

/** Length of the token at this place, or 0. */
function tokenAt(text: string, at: number): number {
  const known = tokens.find((token) => text.startsWith(token, at))
  if (known !== undefined) return known.length
  const named = reserve.find((name) => text.startsWith(name, at))
  if (named !== undefined) {
    const number = numbered.exec(text.slice(at + named.length, at + longest))?.[0].length ?? 0
    return number === 0 ? 0 : named.length + number
  }
  // A second unit that begins none of these.
  if (!'|｜[/'.includes(text.charAt(at + 1))) return 0
  return unknownToken.exec(text.slice(at, at + longest))?.[0].length ?? 0
}

function mayBegin(text: string, at: number): boolean {
  if (text.length - at >= longest) return false
  const rest = text.slice(at)
  const isNumber = reserve.some((name) => (rest.startsWith(name) ? beginningOfNumber.test(rest.slice(name.length)) : name.startsWith(rest)))
  return isNumber || beginningOfUnknown.test(rest) || tokens.some((token) => token.startsWith(rest))
}
