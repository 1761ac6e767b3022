import { no, skipSpace, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

const own = '(?:assistant|model|ai|chatbot)'
const role = '(?:user|human|system|developer|tool|observation|ipython|environment)'

/** Tokens without bars that end a turn. */
const plainEnds = ['</s>', '<end_of_turn>', '<turn|>', '<eos>', '[EOS]', '[e~[', '<seed:eos>', '[|endofturn|]']
const barEnd = /^<[|｜](?=[^<>|｜\s]*(?:end|eo[stmd]|return))[^<>|｜\s]{1,30}[|｜]>/i

/** Matches a token followed by a role: `<|im_start|>user`, `<start_of_turn>user`, `<|turn>user`, `]~b]user`. */
const header = `(?:<[|｜]?[\\w:▁]{1,30}[|｜]?>|\\]~b\\])${role}(?![\\w-])`
/** Matches a token that contains the role: `<|user|>`, `<|START_OF_TURN_TOKEN|><|USER_TOKEN|>`, `[|user|]`. */
const token = `(?:<[|｜][A-Z_]{1,30}[|｜]>)?<[|｜](?:im_|start_of_)?${role}(?:_start|_token)?[|｜]>|\\[\\|${role}\\|\\]`
const rolesTurn = new RegExp(`^(?:${header}|${token}|(?:<s>)?\\s?\\[INST\\])`, 'i')
const start = '(?:<[|｜]?(?:im_start|start_header_id|header_start|start_of_role|role_start|start_of_turn|turn)[|｜]?>|\\]~b\\])'
const blanks = '[^\\S\\n]{0,8}'
const alone = new RegExp(`^(?:${start}${role}(?:${blanks}\\n|(?=<[|｜]))|${token})`, 'i')
const ownToken = token.replaceAll(role, own)
const ownTurn = new RegExp(`^(?:${start}${own}(?:${blanks}\\n|<[|｜][\\w▁]{1,30}[|｜]>)|${ownToken})`, 'i')
/** Without the end of a message before it. The text behind it begins with no tag. */
const ownAlone = new RegExp(`^(?:${start}${own}(?:${blanks}\\n|<[|｜][\\w▁]{1,30}[|｜]>|\\s(?=\\S))|${ownToken}(?=[^<]))(?!\\s*<)`, 'i')
/** In front of all text: the prompt's, which the model has written again. */
const ownFirst = new RegExp(
  `^(?:(?:${start}|<SPECIAL_\\d{1,3}>)${own}(?:<[|｜][\\w▁]{1,30}[|｜]>|${blanks}\\n|(?=[<[]))|<role>${own}</role>(?=\\s{0,8}<)|${ownToken})`,
  'i',
)
/** Matches text that may become one of these headers. */
const ownBegun = new RegExp(
  `^(?:${start}${own}(?:<[|｜][\\w▁]{1,30}[|｜]>)?\\s*|${ownToken}\\s*|<role>${own}<(?:/(?:r(?:o(?:l(?:e(?:>\\s*)?)?)?)?)?)?)$`,
  'i',
)
const begun =
  /^(?:<[|｜]?[\w:▁]{0,30}[|｜]?>?|<[|｜][A-Z_]{1,30}[|｜]><?[|｜]?\w{0,30}[|｜]?|\]~?b?\]?|\[\|?\w{0,30}\|?|(?:<s>)?\s?\[?I?N?S?T?)$/i
/** Matches an incomplete role, and the possible beginning of the header's end. */
const begunRole = /^(?:<[|｜]?[\w:▁]{1,30}[|｜]?>|\]~b\])([a-z]{0,11})(?:[^\S\n]{0,8}|<(?:[|｜][\w▁]{0,30}[|｜]?)?)$/i
const roles = [role, own].flatMap((names) => names.slice(3, -1).split('|'))

const mostEnds = 3
const mostBlanks = 16
/** Limit of a token's length, in UTF-16 units. */
const longest = 72

/** Beginning of a turn of another role, and the pattern of the text that has to precede it. */
export interface NextTurn {
  matcher: Matcher
  behind?: RegExp
}

/**
 * Beginnings of a turn of another role, after the end of the model's turn or of a sentence: the model continues with turns of others.
 *
 *     Four.<|im_end|>↵<|im_start|>user↵And five?
 *          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
export const nextTurns: readonly NextTurn[] = [
  { matcher: behindEnd(rolesTurn, '</s>[INST]') },
  {
    matcher: { ...headerOf(alone), example: '<|user|>' },
    // Excludes a list that a colon announces.
    behind: /(?:[^:：]\n|[.!?…。！？)"”’»*`])$/,
  },
]

/**
 * Turns in an open thought: the model continues with turns of others, or ends its message and begins the next one, which is the answer.
 *
 *     <think>Add.<|im_end|>↵<|im_start|>assistant↵Four.
 *                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
export const turnsInThought: { others: NextTurn; own: readonly NextTurn[] } = {
  others: nextTurns[0]!,
  own: [
    { matcher: behindEnd(ownTurn, '<|im_end|><|im_start|>assistant') },
    { matcher: headerOf(ownAlone, mayBeOwn), behind: /[\n.!?…。！？)"”’»*`]\s?$/ },
  ],
}

/** Finds the last place where the model has ended its message and begun another one with text in it. @returns Where that text begins, or -1. */
export function lastOwnTurn(text: string): number {
  const { matcher } = turnsInThought.own[0]!
  for (let at = text.lastIndexOf('<'); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('<', at - 1)) {
    const end = at + matcher.match(text, at, true)
    if (end > at && text.slice(end).trim() !== '') return end
  }
  return -1
}

/** `<|turn|>assistant`, `<|header_start|>assistant<|header_end|>`, `<role>ASSISTANT</role>` */
export const ownHeader = headerOf(ownFirst, mayBeOwn)

function headerOf(opener: RegExp, mayBegin = mayGoOn): Matcher {
  return { firsts: [0x3c, 0x5b, 0x5d], example: '<|assistant|>', match: (text, at, final) => openerAt(opener, text, at, final, mayBegin) }
}

function behindEnd(opener: RegExp, example: string): Matcher {
  return { firsts: [0x3c, 0x5b], example, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    let to = at
    for (let count = 0; count < mostEnds; count++) {
      const end = endAt(text, to, final)
      if (end === undecided) return undecided
      if (end === no) break
      to = skipSpace(text, to + end, to + end + mostBlanks)
    }
    if (to === at) return no
    const found = openerAt(opener, text, to, final)
    return found <= no ? found : to - at + found
  }
}

function openerAt(opener: RegExp, text: string, at: number, final: boolean, mayBegin = mayGoOn): MatchVerdict {
  const here = text.slice(at, at + longest)
  if (!final && here.length < longest && mayBegin(here)) return undecided
  return opener.exec(here)?.[0].length ?? no
}

function mayGoOn(text: string): boolean {
  if (text === '' || begun.test(text)) return true
  const [, word] = begunRole.exec(text) ?? []
  return word !== undefined && roles.some((other) => other.startsWith(word.toLowerCase()))
}

const ownRoles = own.slice(3, -1).split('|')
const starts = ['im_start', 'start_header_id', 'header_start', 'start_of_role', 'role_start', 'start_of_turn', 'turn', 'role', 'special_0']
/** Names in the first token of a header of the model's own. */
const ownNames = [
  ...starts,
  ...ownRoles.flatMap((name) =>
    ['', 'im_', 'start_of_'].flatMap((before) => ['', '_start', '_token'].map((behind) => before + name + behind)),
  ),
]

function mayBeOwn(text: string): boolean {
  const [begun, written] = /^<[|｜]?([A-Z_]*\d?)/i.exec(text) ?? []
  if (begun === undefined) return mayGoOn(text) || ownBegun.test(text)
  const word = written!.toLowerCase().replace(/\d$/, '0')
  const isWhole = begun.length < text.length && /\W/.test(text.charAt(begun.length))
  return ownNames.some((name) => (isWhole ? name === word : name.startsWith(word))) && (mayGoOn(text) || ownBegun.test(text))
}

function endAt(text: string, at: number, final: boolean): MatchVerdict {
  const here = text.slice(at, at + longest)
  const plain = plainEnds.find((token) => here.startsWith(token))
  const length = plain?.length ?? barEnd.exec(here)?.[0].length ?? no
  if (length > no || final || here.length === longest) return length
  return /^<(?:[|｜][^<>|｜\s]{0,30}[|｜]?)?$/.test(here) || (here !== '' && plainEnds.some((token) => token.startsWith(here)))
    ? undecided
    : no
}
