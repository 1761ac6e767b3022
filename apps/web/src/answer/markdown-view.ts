import { Lexer, type Token } from 'marked'
import { maths, mayHaveMaths } from './maths.ts'
import { createPlainRun, type PlainRun } from './plain-run.ts'
import { renderTokens } from './render-tokens.ts'

/**
 * Maximum size of a block (paragraph, list or code) that is parsed as Markdown, in UTF-16 units. Larger blocks are shown as plain text. Parsing time within a
 * block may grow faster than its size, and a model can be made to write such text.
 */
const maxBlock = 20_000

/** A growing text, rendered as Markdown. */
export interface MarkdownView {
  append(text: string): void
  /** Renders the rest of the text as finished. */
  end(): void
}

/**
 * Renders a growing text as Markdown.
 *
 *     finished blocks, never changed again │ live: the last block, rendered again each time
 *
 * Only the last block of the text can still change. The blocks before it are rendered once. A last block that is too large continues as plain text until it
 * ends.
 */
export function createMarkdownView(container: HTMLElement): MarkdownView {
  const finished = document.createElement('div')
  const live = document.createElement('div')
  finished.className = 'answer-finished'
  container.replaceChildren(finished, live)
  /** Text that is not in the finished blocks. */
  let tail = ''
  /** Plain text view of the last block while it is too large. */
  let plain: PlainRun | undefined
  let endedWithReturn = false
  let links: Lexer['tokens']['links'] = {}

  return { append, end }

  function append(text: string): void {
    let fresh = text.replaceAll(/\r\n?/g, '\n')
    if (endedWithReturn && text.startsWith('\n')) fresh = fresh.slice(1)
    if (text !== '') endedWithReturn = text.endsWith('\r')
    take(fresh)
  }

  function end(): void {
    if (plain === undefined) finish(parse(tail))
    tail = ''
  }

  function take(text: string): void {
    for (let rest = text; rest !== '';) {
      if (plain !== undefined) {
        const ended = plain.append(rest)
        if (ended === undefined) return
        rest = rest.slice(ended)
        plain = undefined
      }
      const room = maxBlock + 1 - tail.length
      tail += rest.slice(0, room)
      rest = rest.slice(room)
      settle()
      if (tail.length > maxBlock) overflow()
    }
    if (plain === undefined) show()
  }

  /** Moves the blocks that cannot change any more out of the tail. */
  function settle(): void {
    // Parses only the block structure, without inline markup.
    const blocks = tokensOf(tail, (lexer) => lexer.blockTokens(tail, lexer.tokens))
    const last = blocks.findLastIndex(({ type }) => type !== 'space')
    if (last <= 0) return
    const length = blocks.slice(0, last).reduce((sum, { raw }) => sum + raw.length, 0)
    const rest = blocks.slice(last).map(({ raw }) => raw)
    // The block lengths of the parser must add up to the text. Otherwise no block is moved.
    if (tail.slice(length) !== rest.join('')) return
    finish(parse(tail.slice(0, length)))
    tail = tail.slice(length)
  }

  function overflow(): void {
    live.replaceChildren()
    plain = createPlainRun(finished, tail, /^ {0,3}(`{3,}|~{3,})/.exec(tail)?.[1])
    tail = ''
  }

  function show(): void {
    const fragment = document.createDocumentFragment()
    renderTokens(fragment, parse(tail))
    live.replaceChildren(fragment)
  }

  function finish(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const block = document.createElement('div')
      block.className = 'answer-block'
      renderTokens(block, [token])
      if (block.hasChildNodes()) finished.append(block)
    }
    live.replaceChildren()
  }

  function parse(text: string): Token[] {
    return tokensOf(text, (lexer) => lexer.lex(text))
  }

  function tokensOf(text: string, read: (lexer: Lexer) => Token[]): Token[] {
    if (text === '') return []
    try {
      const lexer = new Lexer({ gfm: true, ...(mayHaveMaths(text) && { extensions: maths }) })
      lexer.tokens.links = links
      const tokens = read(lexer)
      links = lexer.tokens.links
      return tokens
    } catch {
      // If the parser fails, the text is shown as it is.
      return [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'escape', raw: text, text }] } as Token]
    }
  }
}
