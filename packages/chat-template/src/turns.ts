import { between, behind, type Chat } from './chat.ts'
import * as conversation from './conversation.ts'
import { words } from './conversation.ts'
import { closerOf, isCloser, markTexts, namesThought } from './marks.ts'

/** What a template puts between messages. */
export interface Turns {
  /** Marks around messages that are no thought's. */
  marks: ReadonlySet<string>
  /** Between a user's message and an answer without a thought. */
  header: string
  /** Between an answer and the next message. */
  footer: string
  /** Behind an answer that is the last message. */
  ending: string
  /** Whether that is the tokenizer's own token for the end. */
  endsWithEos: boolean
}

/** Renders a conversation without thoughts: what stands around its messages belongs to turns. */
export function turnsOf(chat: Chat): Turns {
  const { style } = chat
  const tailMessages = [conversation.user(style), conversation.answer(style), conversation.user(style, words.second)]
  const text = chat.render([conversation.system(style), ...tailMessages], {}, true) ?? chat.render(tailMessages, {}, true) ?? ''
  const first = text.indexOf(words.system)
  const before = text.slice(0, first === -1 ? Math.max(0, text.indexOf(words.user)) : first)
  const header = between(text, words.user, words.answer) ?? ''
  const footer = between(text, words.answer, words.second) ?? ''
  const around = [before, between(text, words.system, words.user) ?? '', footer].map(edges).flatMap(markTexts)
  // What opens and closes in a header is an empty thought; what the prompt adds to it may open one.
  const assistants = withoutBlocks(markTexts(header)).filter(
    (mark, index) => index === 0 || !isCloser(mark) || !header.trimEnd().endsWith(mark),
  )
  const ending = behind(chat.render(tailMessages.slice(0, 2)) ?? '', words.answer)?.slice(0, 1000) ?? ''
  const withEos = behind(chat.render(tailMessages.slice(0, 2), { eos_token: words.eos }) ?? '', words.answer) ?? ''
  const marks = new Set([...around, ...assistants].filter((mark) => !namesThought(mark)))
  return { marks, header, footer, ending, endsWithEos: withEos.includes(words.eos) }
}

/** Default system messages are prose that may mention any tag: only what is near a message's text counts. */
const edges = (text: string): string => (text.length <= 240 ? text : `${text.slice(0, 120)}\n${text.slice(-120)}`)

/** Without pairs that open and close: an empty thought, or a wrapper. */
function withoutBlocks(marks: readonly string[]): string[] {
  return marks.filter((mark) => {
    const closer = closerOf(mark)
    return !(closer !== undefined && marks.includes(closer)) && !(isCloser(mark) && marks.some((other) => closerOf(other) === mark))
  })
}
