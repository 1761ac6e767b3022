import { foldCase, isWhitespace, longest, no, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'
import { thoughtNames } from './thought-names.ts'

/** A step of a header: a word, or a token whose name is intact, however damaged it is. */
interface Step {
  name: string
  isToken?: boolean
}

const token = (name: string): Step => ({ name, isToken: true })
const word = (name: string): Step => ({ name })

const bareHeader = (channel: string): Step[] => [token('channel'), word(channel), token('message')]
/** Headers of a message in a channel. After a prompt that ends in `<|start|>assistant`, a model writes only the rest of one. */
const channelHeaders = (channel: string): Step[][] => [bareHeader(channel), [token('start'), word('assistant'), ...bareHeader(channel)]]

/**
 * Header of a thought in channels, which a model of another family may have learnt, or a server has damaged:
 *
 *     <|channel|>analysis<|message|>   <|start|>assistant<channel|> analysis <|message|>   <|channel>analysis<message|>
 */
export const thoughtHeader = headerOf('<channel|>analysis<|message|>', ['analysis', ...thoughtNames].flatMap(channelHeaders))

/** Header of any message. The header is not text, unless quoted. */
export const anyHeader = headerOf(
  '<channel|>commentary<|message|>',
  ['analysis', 'commentary', 'final', ...thoughtNames, 'answer', 'response'].flatMap(channelHeaders),
)

const answerHeaders = ['final', 'answer', 'response'].flatMap(channelHeaders)
/** Solar's header, which has no channel. */
const solarHeader = [token('begin'), word('assistant'), token('content')]

/** End of such a thought: `<|end|>`, followed by the header of the answer, or alone. */
export const thoughtEnd = headerOf('<|end|>', [
  ...[...answerHeaders, ...['final', 'answer', 'response'].map((name) => [word('assistant'), ...bareHeader(name)])].map((header) => [
    token('end'),
    ...header,
  ]),
  [token('end')],
  [token('return')],
])

/** Header of an answer alone, which ends a thought before it. */
export const answerHeader = headerOf('<channel|>final<|message|>', [...answerHeaders, solarHeader])

/** Turn tokens of families: before the role, after the role, and after the turn. */
const turns = [
  ['im_start', '', 'im_end'],
  ['start_of_turn', '', 'end_of_turn'],
  ['turn', '', 'turn'],
  ['start_header_id', 'end_header_id', 'eot_id'],
  ['header_start', 'header_end', 'eot'],
  ['start_of_role', 'end_of_role', 'end_of_text'],
  ['start', 'message', 'end'],
] as const

const rolesIn = ([begin, behind]: (typeof turns)[number], names: readonly string[]): Step[][] =>
  names.map((name) => [token(begin), word(name), ...(behind === '' ? [] : [token(behind)])])

const thoughtRoles = [
  'analysis',
  ...thoughtNames,
  ...['assistant', 'model'].flatMap((role) => ['/', '_', '-', ' '].flatMap((sign) => thoughtNames.map((name) => role + sign + name))),
]

/** Header of a turn of thought, as s1 writes it, and of the answer's turn after it: `<|im_start|>think↵Add.↵<|im_start|>answer↵Four.` */
export const thoughtRole = headerOf(
  '<im_start|>think',
  turns.flatMap((turn) => rolesIn(turn, thoughtRoles)),
)
export const answerRole = headerOf(
  '<im_start|>answer',
  turns.flatMap((turn) => {
    const roles = rolesIn(turn, ['answer', 'final', 'response', 'assistant', 'model'])
    return [...roles, ...roles.map((steps) => [token(turn[2]), ...steps])]
  }),
)

/** Limit of blanks between two steps, in UTF-16 units. */
const mostBlanks = 4

/** @param example - A damaged header, because Harmony's adapter handles intact ones. */
function headerOf(example: string, headers: readonly (readonly Step[])[]): Matcher {
  // A text is compared with the first step of all of them once.
  const byFirst = [...new Set(headers.map(([first]) => first!.name))].map((name) => ({
    name,
    rests: headers.filter(([first]) => first!.name === name).map((steps) => steps.slice(1)),
  }))
  return { firsts: [0x3c], example, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    return longest(byFirst, ({ name, rests }) => {
      const behind = endOfToken(name, text, at)
      if (behind <= no) return final ? no : behind
      return longest(rests, (steps) => matchSteps(steps, text, at, behind, final))
    })
  }
}

/** @param behind - Where the first step ends. */
function matchSteps(steps: readonly Step[], text: string, from: number, behind: number, final: boolean): MatchVerdict {
  let at = behind
  for (const step of steps) {
    for (const most = at + mostBlanks; at < most && isWhitespace(text.charCodeAt(at));) at++
    const end = step.isToken === true ? endOfToken(step.name, text, at) : endOfWord(step.name, text, at)
    if (end === undecided) return final ? no : undecided
    if (end === no) return no
    at = end
  }
  return at - from
}

/** Returns the end of a token. The token may lack a bar on either side, or its last bracket: `<|name|>`, `<name|>`, `<|name>`, `<|name|`. */
function endOfToken(name: string, text: string, from: number): number {
  if (from === text.length) return undecided
  if (text.charCodeAt(from) !== 0x3c) return no
  const inBars = skipBars(text, from + 1)
  const behind = endOfWord(name, text, inBars)
  if (behind <= no) return behind
  const end = skipBars(text, behind)
  if (end === text.length) return undecided
  if (text.charCodeAt(end) === 0x3e) return end + 1
  return end > behind ? end : no
}

function endOfWord(name: string, text: string, from: number): number {
  for (let i = 0; i < name.length; i++) {
    if (from + i >= text.length) return undecided
    if (foldCase(text.charCodeAt(from + i)) !== name.charCodeAt(i)) return no
  }
  return from + name.length
}

function skipBars(text: string, from: number): number {
  let at = from
  while (at < from + 2 && text.charCodeAt(at) === 0x7c) at++
  return at
}
