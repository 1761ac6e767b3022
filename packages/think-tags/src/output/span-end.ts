import { createHeldText } from './held-text.ts'

/** How a kind of span ends. */
export interface SpanRules<Span> {
  maxHeldChars: number
  /** A copy of the span, for looking ahead. */
  copyOf(span: Span): Span
  /** Reads text ahead. @returns Whether the span closes. Undefined: that depends on more text. */
  closes(ahead: Span, text: string, from: number, to: number): boolean | undefined
  closesAtEnd(ahead: Span): boolean
  /** Records the decision. @param closes - Undefined: the limit was reached. */
  settle(span: Span, closes: boolean | undefined): void
}

/** Decides whether the span around a delimiter closes, as `judge` and `resume` of `CodeSpans` do. Until then the text from the delimiter on is held here. */
export function createSpanEnd<Span>({ maxHeldChars, copyOf, closes, closesAtEnd, settle }: SpanRules<Span>) {
  const kept = createHeldText()
  let waiting: { span: Span; ahead: Span } | undefined
  return { judge, isWaiting: () => waiting !== undefined, resume }

  function judge(span: Span, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait' {
    const ahead = copyOf(span)
    const mayWait = text.length - at < maxHeldChars
    const isClosed = lookAhead(ahead, text, at) ?? (final && mayWait ? closesAtEnd(ahead) : undefined)
    if (isClosed === undefined && mayWait) {
      waiting = { span, ahead }
      kept.add(text.slice(at))
      return 'wait'
    }
    settle(span, isClosed)
    return isClosed === undefined ? 'limit' : isClosed ? 'text' : 'act'
  }

  function resume(piece: string | undefined): { text: string; limit: boolean } | undefined {
    const { span, ahead } = waiting!
    const isClosed = piece === undefined ? closesAtEnd(ahead) : lookAhead(ahead, piece, 0)
    if (piece !== undefined) kept.add(piece)
    const limit = isClosed === undefined
    if (limit && kept.length() < maxHeldChars) return undefined
    waiting = undefined
    settle(span, isClosed)
    return { text: kept.take(), limit }
  }

  /** Looks ahead within the limit of held text, so that chunk boundaries do not move the limit. */
  function lookAhead(ahead: Span, text: string, at: number): boolean | undefined {
    return closes(ahead, text, at, Math.min(text.length, at + maxHeldChars - kept.length()))
  }
}
