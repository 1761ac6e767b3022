import type { Chat } from './chat.ts'
import type { TemplateSurvey } from './jinja/survey.ts'
import { isSpecial, marksIn, markTexts } from './marks.ts'
import type { TemplateFacts, ThoughtPair } from './template-facts.ts'
import type { Turns } from './turns.ts'

interface Known {
  chat: Chat
  tokens: Readonly<Record<string, string>>
  pairs: readonly ThoughtPair[]
  answer: TemplateFacts['answer']
  tools: TemplateFacts['tools']
}

/** Finds tokens that are written in three pieces: `<|close|>message<|sep|>`. */
const composites = (ending: string): string[] =>
  marksIn(ending).flatMap(({ start, end }, index, marks) => {
    const next = marks[index + 1]
    return next !== undefined && /^\w{1,24}$/.test(ending.slice(end, next.start)) ? [ending.slice(start, next.end)] : []
  })

/** Names of ordinary tags that count as tokens around messages. Other ordinary tags belong to prose or to tools. */
const turnNames =
  /^<\/?(?:s|pad|unk|sep|user|assistant|system|tool|(?:start|begin|beginning|end)_of_\w+|\w*_(?:user|assistant|system|tool|bot|end)|role|SPECIAL_\d+|[\w:]*(?:eos|bos|eot|eom)[\w:]*)>$/

/** Finds tokens that mean nothing to a reader: around turns, in the template's literals, and of the tokenizer. */
export function serviceTokensOf(
  turns: Turns,
  { literals }: TemplateSurvey,
  { tokens, pairs, answer, tools }: Known,
): Pick<TemplateFacts, 'endOfTurn' | 'serviceTokens'> {
  const used = new Set([
    ...pairs.flatMap(({ open, close }) => [open, close]),
    ...answer.open,
    ...answer.close,
    ...tools.openers,
    ...tools.closers,
  ])
  const [last] = markTexts(turns.ending)
  // A mark that follows an answer both inside and at the end ends the turn, whatever its name.
  const ender = last !== undefined && markTexts(turns.footer)[0] === last ? last : undefined
  const isService = (mark: string): boolean =>
    !used.has(mark) && (mark === ender || composites(mark).length > 0 || (isSpecial(mark) ? !/["'{}]/.test(mark) : turnNames.test(mark)))
  const named = Object.entries(tokens).flatMap(([name, text]) => (name.endsWith('_token') && text.trim() !== '' ? [text] : []))
  const ending = turns.ending.split(/(?:<[^<>]*>|\[[^[\]]*\]|\n)\s{0,16}(?:assistant|model|ai|user)\b/i)[0]!
  const ends = [...composites(ending), ...markTexts(ending)]
  const endOfTurn = [
    ...new Set([
      ...(ends.length > 0 || turns.endsWithEos ? ends : markTexts(turns.footer).slice(0, 1)),
      ...(tokens['eos_token'] ? [tokens['eos_token']] : []),
    ]),
  ].filter((mark) => !used.has(mark) && (isService(mark) || named.includes(mark)))
  const all = [
    ...composites(ending),
    ...turns.marks,
    ...named,
    ...literals
      .filter((text) => text.length <= 200)
      .flatMap(markTexts)
      .filter((mark) => isSpecial(mark) && !mark.startsWith('[')),
  ]
  return { endOfTurn, serviceTokens: [...new Set(all)].filter((mark) => isService(mark) || (named.includes(mark) && !used.has(mark))) }
}
