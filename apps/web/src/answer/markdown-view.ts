import { Lexer, type Token } from 'marked'
import { maths, mayHaveMaths } from './maths.ts'
import { createPlainRun, type PlainRun } from './plain-run.ts'
import { renderTokens } from './render-tokens.ts'

/**
 * Most of one paragraph, list or block of code that is read as Markdown, in UTF-16 units. Beyond that it is shown as the plain text that it
 * is: inside of one block a parser may take a time that grows faster than the text, and models can be made to write the text that does it.
 */
const maxBlock = 20_000

/** A text that grows, shown as Markdown. */
export interface MarkdownView {
  append(text: string): void
  /** The text is whole. */
  end(): void
}

/**
 *     finished blocks, never touched again │ live: what may still change, made anew
 *
 * Of the text only the last block can still change. What is before it is rendered once. A last block that has grown too large goes on as
 * plain text until it ends.
 */
export function createMarkdownView(container: HTMLElement): MarkdownView {
  const finished = document.createElement('div')
  const live = document.createElement('div')
  finished.className = 'answer-finished'
  container.replaceChildren(finished, live)
  /** Not finished yet. */
  let tail = ''
  /** Set while the tail is too large. */
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
    const blocks = blocksOf(tail)
    const last = blocks.findLastIndex(({ type }) => type !== 'space')
    if (last <= 0) return
    const length = blocks.slice(0, last).reduce((sum, { raw }) => sum + raw.length, 0)
    const rest = blocks.slice(last).map(({ raw }) => raw)
    // The parser's own account of where the last block begins has to be right.
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

  /** Where blocks begin and end, without what is inside of them. */
  function blocksOf(text: string): Token[] {
    return tokensOf(text, (lexer) => lexer.blockTokens(text, lexer.tokens))
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
      // Text that a parser fails on is still text.
      return [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'escape', raw: text, text }] } as Token]
    }
  }
}
