import type { Config } from './config.ts'
import { createHeldText } from './held-text.ts'
import { closesSpan, closesSpanAtEnd, copyOf, leaveCode, newMarkdown, placeOf, readMarkdown, type Markdown } from './markdown.ts'
import type { TagChannel } from './writer.ts'

/**
 * Whether a delimiter stands in Markdown code, for the channels where that makes it text.
 *
 *     Write `<think>` to…      in a span that closes: text
 *     don`t <think>2+2         in what might have been one: a delimiter
 *
 * Which of the two it is may depend on text to come, to the end of the line. Until then it waits here.
 */
export interface CodeSpans {
  /** Where code is in a channel. Undefined: code makes no difference there. Another one after `beginReasoning`. */
  markdownOf(channel: TagChannel): Markdown | undefined
  /**
   * A new block of reasoning is a text of its own.
   * @param inDoubt - It could as well be an answer, so that code counts in it as in one.
   */
  beginReasoning(inDoubt: boolean): void
  /** The answer begins here: what was read as one before was none. */
  beginAnswer(): void
  read(channel: TagChannel, text: string, from: number, to: number): void
  /** In a string of JSON, where no delimiter is one. */
  isInString(channel: TagChannel): boolean
  /** The channel's text is JSON, so that all of it has to be read. */
  isJson(channel: TagChannel): boolean
  /**
   * What a delimiter at this place is. `limit`: a delimiter, because the span is too long to wait for its end.
   * `wait`: all text from there on is kept here, for `resume`.
   */
  judge(channel: TagChannel, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait'
  isWaiting(): boolean
  /** More text, or `undefined` at the end. @returns What was kept, to be judged again; undefined: it has to wait on. */
  resume(piece: string | undefined): { text: string; limit: boolean } | undefined
}

type CodeOptions = Pick<Config, 'codeAware' | 'codeAwareReasoning' | 'maxHeldChars'>

export const createCodeSpans = (options: CodeOptions): CodeSpans =>
  options.codeAware || options.codeAwareReasoning ? createWatching(options) : anywhere

/** Code makes no difference, as nearly always. */
const anywhere: CodeSpans = {
  markdownOf: () => undefined,
  beginReasoning() {},
  beginAnswer() {},
  read() {},
  isInString: () => false,
  isJson: () => false,
  judge: () => 'act',
  isWaiting: () => false,
  resume: () => undefined,
}

function createWatching({ codeAware, codeAwareReasoning, maxHeldChars }: CodeOptions): CodeSpans {
  const markdown: Record<TagChannel, Markdown | undefined> = { answer: codeAware ? newMarkdown() : undefined, reasoning: undefined }
  const kept = createHeldText()
  /** The span that may close, and a copy of it that looks ahead. */
  let waiting: { span: Markdown; ahead: Markdown } | undefined

  return {
    markdownOf: (channel) => markdown[channel],
    beginAnswer() {},
    isInString: () => false,
    isJson: () => false,
    beginReasoning(inDoubt) {
      markdown.reasoning = codeAwareReasoning || (inDoubt && codeAware) ? newMarkdown() : undefined
    },
    read(channel, text, from, to) {
      const here = markdown[channel]
      if (here !== undefined) readMarkdown(here, text, from, to)
    },
    judge,
    isWaiting: () => waiting !== undefined,
    resume,
  }

  function judge(channel: TagChannel, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait' {
    const span = markdown[channel]
    if (span === undefined) return 'act'
    const place = placeOf(span)
    if (place !== 'open') return place === 'text' ? 'act' : 'text'
    const ahead = copyOf(span)
    const mayWait = text.length - at < maxHeldChars
    const closes = lookAhead(ahead, text, at) ?? (final && mayWait ? closesSpanAtEnd(ahead) : undefined)
    if (closes === undefined && mayWait) {
      waiting = { span, ahead }
      kept.add(text.slice(at))
      return 'wait'
    }
    settle(span, closes)
    return closes === undefined ? 'limit' : closes ? 'text' : 'act'
  }

  function resume(piece: string | undefined): { text: string; limit: boolean } | undefined {
    const { span, ahead } = waiting!
    const closes = piece === undefined ? closesSpanAtEnd(ahead) : lookAhead(ahead, piece, 0)
    if (piece !== undefined) kept.add(piece)
    const limit = closes === undefined
    if (limit && kept.length() < maxHeldChars) return undefined
    waiting = undefined
    settle(span, closes)
    return { text: kept.take(), limit }
  }

  /** Reads only as much as may be held, so that the limit is where it is however the text is cut. */
  function lookAhead(ahead: Markdown, text: string, at: number): boolean | undefined {
    return closesSpan(ahead, text, at, Math.min(text.length, at + maxHeldChars - kept.length()))
  }

  function settle(span: Markdown, closes: boolean | undefined): void {
    if (closes === true) span.certain = true
    else leaveCode(span)
  }
}
