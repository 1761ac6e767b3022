import type { CompleteOptions } from '../config.ts'
import { closesSpan, closesSpanAtEnd, copyOf, leaveCode, newMarkdown, placeOf, readMarkdown, type Markdown } from '../matching/markdown.ts'
import { createSpanEnd } from './span-end.ts'
import type { TagChannel } from './writer.ts'

/**
 * Decides whether a delimiter is in Markdown code, for channels in which code is text.
 *
 *     Write `<think>` to…      in a span that closes: text
 *     don`t <think>2+2         in an unclosed span: a delimiter
 *
 * The decision may depend on text up to the end of the line. Until then the text is held here.
 */
export interface CodeSpans {
  /** Code state of a channel. Undefined: code makes no difference there. Replaced by `beginReasoning`. */
  markdownOf(channel: TagChannel): Markdown | undefined
  /**
   * Begins a new block of reasoning, which has a code state of its own.
   * @param inDoubt - The block may be an answer, so code counts in it as in one.
   * @param isBehindCall - The block goes on behind a call, which may be in a fence.
   */
  beginReasoning(inDoubt: boolean, isBehindCall: boolean): void
  /** Begins the answer. Text read as an answer before was not part of it. */
  beginAnswer(): void
  read(channel: TagChannel, text: string, from: number, to: number): void
  /** Whether the position is in a JSON string, where no delimiter counts. */
  isInString(channel: TagChannel): boolean
  /** Whether the channel's text is JSON, so that all of it has to be read. */
  isJson(channel: TagChannel): boolean
  /**
   * Decides on a delimiter at this place. `limit`: a delimiter, because the span is too long to wait for its end. `wait`: all text from there on is held
   * here, for `resume`.
   */
  judge(channel: TagChannel, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait'
  isWaiting(): boolean
  /** Adds text, or ends the text with `undefined`. @returns The held text, to be judged again. Undefined: the decision needs more text. */
  resume(piece: string | undefined): { text: string; limit: boolean } | undefined
}

type CodeOptions = Pick<CompleteOptions, 'codeAware' | 'codeAwareReasoning' | 'maxHeldChars'>

export const createCodeSpans = (options: CodeOptions): CodeSpans =>
  options.codeAware || options.codeAwareReasoning ? createWatching(options) : anywhere

/** Used if code makes no difference, which is nearly always. */
export const anywhere: CodeSpans = {
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
  const end = createSpanEnd<Markdown>({
    maxHeldChars,
    copyOf,
    closes: closesSpan,
    closesAtEnd: closesSpanAtEnd,
    settle(span, closes) {
      if (closes === true) span.certain = true
      else leaveCode(span)
    },
  })

  return {
    markdownOf: (channel) => markdown[channel],
    beginAnswer() {},
    isInString: () => false,
    isJson: () => false,
    beginReasoning(inDoubt, isBehindCall) {
      markdown.reasoning = codeAwareReasoning || (inDoubt && codeAware) ? newMarkdown(isBehindCall) : undefined
    },
    read(channel, text, from, to) {
      const here = markdown[channel]
      if (here !== undefined) readMarkdown(here, text, from, to)
    },
    judge,
    isWaiting: end.isWaiting,
    resume: end.resume,
  }

  function judge(channel: TagChannel, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait' {
    const span = markdown[channel]
    if (span === undefined) return 'act'
    const place = placeOf(span)
    // Models write a tag directly behind a closing fence. Other text there belongs to the code.
    if (place !== 'open') return place === 'text' || span.place === 'closing' ? 'act' : 'text'
    return end.judge(span, text, at, final)
  }
}
