/**
 * Tells tokens of a body that its text only mentions from tokens that structure it. Only marks around a token count, between which no message can end.
 *
 *     The token `<|end|>` ends a message.    "<|end|>"    | <|end|> | the end |    a <|call|>, then    mentioned
 *     ```↵<|start|>assistant…                                                                          mentioned, to the end of the fence
 *     ```↵code<|end|><|start|>assistant                                                                ends the message
 */
export interface TokenQuotes {
  /** Takes text of the body, in order. */
  read(text: string): void
  /** Takes text without backticks. */
  skip(text: string): void
  /**
   * Judges a token from `at` to `end`, behind text that was read.
   *
   * @param ends - The token ends a message.
   * @returns End of the text that is mentioned, `token`, or `more`: needs more text.
   */
  judge(text: string, end: number, ends: boolean, final: boolean): number | 'token' | 'more'
  /** Begins another message. */
  reset(): void
}

const backtick = 0x60
/** Closing marks by opening one. */
const closers = new Map(
  [...'``""\'\'**“”‘’«»„“「」『』()[]'].flatMap((mark, at, marks) => (at % 2 === 0 ? [[mark, marks[at + 1]!] as const] : [])),
)

/** Limit of a code span that begins with a token, and of text behind a token that may decide, in UTF-16 units. */
const longestSpan = 200
const longestRest = 32

/** Text behind a mentioned token, within a cell of a table, and within a sentence. */
const cellEnd = /^[ \t]*\|/
const sentenceGoesOn = /^(?: ?[,;:.)–—=→]| [\p{Ll}\p{Lo}(]| - )/u
const blanks = /^\s*$/
const header = 'assistant'
const lineStart = '\n'

/** Whether a text ends in the beginning of a line, or in an indent. */
const begins = (text: string): boolean => text.endsWith(lineStart) || /(?:^|\s)[ \t]$/.test(text.slice(-2))

export function createTokenQuotes(): TokenQuotes {
  /** The last piece of text, and the previous one if the last one is a single unit. */
  let latest = lineStart
  let earlier = ''
  /** Length of the run of backticks that opened the fence. 0: no fence is open. */
  let fence = 0
  /** The open fence mentions tokens. */
  let mentions = false
  /** A code span may be open. */
  let inSpan = false
  /** Length of the run of backticks at the end of the text, and whether it begins its line. */
  let run = 0
  let leads = false

  return {
    read,
    skip,
    judge,
    reset() {
      latest = lineStart
      earlier = ''
      fence = 0
      run = 0
      mentions = false
      inSpan = false
    },
  }

  function read(text: string): void {
    for (let at = run > 0 ? 0 : text.indexOf('`'); at !== -1 && at < text.length;) {
      const start = at
      while (text.charCodeAt(at) === backtick) at++
      if (run === 0) leads = begins(start > 1 ? text.slice(start - 2, start) : before() + text.slice(0, start))
      run += at - start
      if (at === text.length) break
      endRun()
      at = text.indexOf('`', at)
    }
    keep(text)
  }

  function skip(text: string): void {
    if (run > 0) endRun()
    keep(text)
  }

  function keep(text: string): void {
    if (text.length === 1) earlier = latest
    latest = text
  }

  /** The end of the text: two units if available. */
  function before(): string {
    return latest.length > 1 ? latest : earlier + latest
  }

  function endRun(): void {
    if (run < 3 || !leads) inSpan = run > 0 !== inSpan
    else if (fence === 0) fence = run
    else if (run >= fence) {
      fence = 0
      mentions = false
    }
    run = 0
  }

  function judge(text: string, end: number, ends: boolean, final: boolean): number | 'token' | 'more' {
    endRun()
    const verdict = fence > 0 ? inFence(text, end, ends) : inProse(text, end, ends)
    return verdict === 'more' && final ? 'token' : verdict
  }

  function inFence(text: string, end: number, ends: boolean): number | 'token' | 'more' {
    if (ends && !mentions) {
      const rest = text.slice(end, end + longestRest)
      const next = rest.trimStart()
      if (next === '' || header.startsWith(next)) return end + longestRest <= text.length ? 'token' : 'more'
      if (next.startsWith('<') || next.startsWith(header)) return 'token'
      mentions = true
    }
    mentions ||= begins(before()) || closers.has(before().slice(-1))
    return mentions ? end : 'token'
  }

  function inProse(text: string, end: number, ends: boolean): number | 'token' | 'more' {
    const last = before()
    const mark = last.slice(-1)
    const closer = closers.get(mark)
    const isOver = end === text.length
    const inCell = /\|[ \t]?$/.test(last.slice(-2))
    const inSentence = mark === ' '
    if (closer === undefined && !inCell && !inSentence && !inSpan) return 'token'
    if (isOver) return 'more'
    const next = text.charAt(end)
    if (next === closer || (inSpan && next === '`')) return end
    if (mark === '`' && !ends) return inCode(text, end)
    if (!inCell && !inSentence) return 'token'
    const rest = text.slice(end, end + longestRest)
    if ((inCell && cellEnd.test(rest)) || (inSentence && sentenceGoesOn.test(rest))) return end
    return blanks.test(rest) && rest.length < longestRest ? 'more' : 'token'
  }

  /** Finds the end of a code span that begins with a token, on the same line. */
  function inCode(text: string, from: number): number | 'token' | 'more' {
    const rest = text.slice(from, from + longestSpan)
    const at = rest.search(/[`\n]/)
    if (at === -1) return rest.length < longestSpan ? 'more' : 'token'
    return rest.charAt(at) === '`' ? from + at : 'token'
  }
}
