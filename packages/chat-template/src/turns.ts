import { between, behind, type Chat } from './chat.ts'
import * as conversation from './conversation.ts'
import { words } from './conversation.ts'
import { closerOf, isCloser, markTexts, namesThought } from './marks.ts'

/** Texts that a template writes between messages. */
export interface Turns {
  /** Marks around messages that do not belong to a thought. */
  marks: ReadonlySet<string>
  /** Between a user message and an answer without a thought. */
  header: string
  /** Between an answer and the next message. */
  footer: string
  /** After an answer that is the last message. */
  ending: string
  /** Whether that contains the tokenizer's end token. */
  endsWithEos: boolean
}

/** Renders a conversation without thoughts, so all text around its messages belongs to turns. */
export function turnsOf(chat: Chat): Turns {
  const { style } = chat
  const tailMessages = [conversation.user(style), conversation.answer(style), conversation.user(style, words.second)]
  const text = chat.render([conversation.system(style), ...tailMessages], {}, true) ?? chat.render(tailMessages, {}, true) ?? ''
  const first = text.indexOf(words.system)
  const before = text.slice(0, first === -1 ? Math.max(0, text.indexOf(words.user)) : first)
  const header = between(text, words.user, words.answer) ?? ''
  const footer = between(text, words.answer, words.second) ?? ''
  const around = [before, between(text, words.system, words.user) ?? '', footer].map(edges).flatMap(markTexts)
  // Marks that open and close in a header are an empty thought. Marks that the prompt adds to a header may open one.
  const assistants = withoutBlocks(markTexts(header)).filter(
    (mark, index) => index === 0 || !isCloser(mark) || !header.trimEnd().endsWith(mark),
  )
  const ending = behind(chat.render(tailMessages.slice(0, 2)) ?? '', words.answer)?.slice(0, 1000) ?? ''
  const withEos = behind(chat.render(tailMessages.slice(0, 2), { eos_token: words.eos }) ?? '', words.answer) ?? ''
  const marks = new Set([...around, ...assistants].filter((mark) => !namesThought(mark)))
  return { marks, header, footer, ending, endsWithEos: withEos.includes(words.eos) }
}

/** Returns both ends of a text. Default system messages are prose that may mention any tag, so only text near a message counts. */
const edges = (text: string): string => (text.length <= 240 ? text : `${text.slice(0, 120)}\n${text.slice(-120)}`)

/** Removes pairs that open and close, such as an empty thought or a wrapper. */
function withoutBlocks(marks: readonly string[]): string[] {
  return marks.filter((mark) => {
    const closer = closerOf(mark)
    return !(closer !== undefined && marks.includes(closer)) && !(isCloser(mark) && marks.some((other) => closerOf(other) === mark))
  })
}
