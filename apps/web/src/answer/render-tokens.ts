import type { Token, Tokens } from 'marked'
import { visibleText, appendText } from '../text/visible.ts'
import { words } from '../words/en/answer.ts'
import { codeBlock } from './code-block.ts'
import { decodeEntities } from './entities.ts'
import { hiddenTarget, safeAddress } from './links.ts'

/**
 * Renders parsed Markdown as elements. No HTML is ever written or parsed. Each element is created here by name, and model output only becomes text. Nothing
 * needs to be sanitised.
 */
export function renderTokens(to: Node, tokens: readonly Token[]): void {
  if (depth === deepest) return tokens.forEach(({ raw }) => appendText(to, raw))
  depth++
  try {
    for (const token of tokens) renderToken(to, token as Tokens.Generic)
  } finally {
    depth--
  }
}

/** Maximum nesting depth. Ten thousand nested quotations would crash a browser. */
const deepest = 40
let depth = 0

/** Elements of the token types that only contain inline content. */
const simple: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
}

function renderToken(to: Node, token: Tokens.Generic): void {
  const tag = simple[token.type]
  if (tag !== undefined) return inside(to, tag, token)
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return
    case 'heading':
      // The page has its own heading above each answer.
      return inside(to, `h${Math.min(6, Number(token['depth']) + 2)}` as 'h3', token)
    case 'code':
      to.appendChild(codeBlock(String(token['text']), String(token['lang'] ?? '')))
      return
    case 'codespan':
      return text(to, 'code', String(token['text']))
    case 'maths':
      return formula(to, token.raw)
    case 'br':
      to.appendChild(document.createElement('br'))
      return
    case 'hr':
      to.appendChild(document.createElement('hr'))
      return
    case 'list':
      return list(to, token as Tokens.List)
    case 'table':
      return table(to, token as Tokens.Table)
    case 'link':
      return link(to, token as Tokens.Link)
    case 'image':
      return image(to, token as Tokens.Image)
    case 'html':
      if (/^<br\s*\/?>$/i.test(token.raw.trim())) to.appendChild(document.createElement('br'))
      else appendText(to, token.raw)
      return
    case 'text':
      if (token.tokens !== undefined) return renderTokens(to, token.tokens)
      return appendText(to, decodeEntities(String(token['text'])))
    case 'escape':
      return appendText(to, String(token['text']))
    default:
      return appendText(to, token.raw)
  }
}

function inside(to: Node, tag: keyof HTMLElementTagNameMap, { tokens, raw }: Tokens.Generic): void {
  const element = document.createElement(tag)
  element.dir = 'auto'
  if (tokens === undefined) appendText(element, raw)
  else renderTokens(element, tokens)
  to.appendChild(element)
}

function text(to: Node, tag: keyof HTMLElementTagNameMap, value: string): void {
  const element = document.createElement(tag)
  appendText(element, value)
  to.appendChild(element)
}

/** Shows a formula as it was written, always from left to right. */
function formula(to: Node, raw: string): void {
  const element = document.createElement('code')
  element.className = 'answer-maths'
  element.dir = 'ltr'
  appendText(element, raw.trim())
  to.appendChild(element)
}

function list(to: Node, { ordered, start, items }: Tokens.List): void {
  const element = document.createElement(ordered ? 'ol' : 'ul')
  if (ordered && typeof start === 'number' && start !== 1) (element as HTMLOListElement).start = start
  for (const item of items) {
    const entry = document.createElement('li')
    entry.dir = 'auto'
    if (item.task) {
      const mark = document.createElement('span')
      mark.className = 'task-mark'
      mark.textContent = item.checked === true ? '☑ ' : '☐ '
      entry.append(mark)
    }
    renderTokens(entry, item.tokens)
    // An entry's direction comes from its text, and a child with its own `dir` does not count. Without this, the list marker would be on the wrong side.
    entry.querySelector(':scope > p')?.removeAttribute('dir')
    element.append(entry)
  }
  to.appendChild(element)
}

function table(to: Node, { header, rows, align }: Tokens.Table): void {
  const frame = document.createElement('div')
  frame.className = 'answer-table'
  frame.tabIndex = 0
  frame.role = 'region'
  frame.ariaLabel = words.table
  const element = document.createElement('table')
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): HTMLTableRowElement => {
    const line = document.createElement('tr')
    for (const [column, { tokens }] of cells.entries()) {
      const cell = document.createElement(tag)
      cell.dir = 'auto'
      if (align[column]) cell.classList.add(`align-${align[column]}`)
      renderTokens(cell, tokens)
      line.append(cell)
    }
    return line
  }
  element.createTHead().append(row(header, 'th'))
  element.createTBody().append(...rows.map((cells) => row(cells, 'td')))
  frame.append(element)
  to.appendChild(frame)
}

function link(to: Node, { href, tokens, text: label }: Tokens.Link): void {
  const address = safeAddress(href)
  if (address === undefined) {
    const element = document.createElement('span')
    element.className = 'dead-link'
    element.title = words.deadLink(visibleText(href.slice(0, 200)))
    renderTokens(element, tokens)
    to.appendChild(element)
    return
  }
  const element = document.createElement('a')
  element.href = address.href
  element.rel = 'noopener noreferrer nofollow'
  element.target = '_blank'
  element.title = address.href
  renderTokens(element, tokens)
  to.appendChild(element)
  const host = hiddenTarget(label, address)
  if (host !== undefined) text(to, 'small', ` (${host})`)
}

/** Shows an image's address and never loads it: the request would reveal to its server when and where an answer was read. */
function image(to: Node, { href, text: label }: Tokens.Image): void {
  const element = document.createElement('span')
  element.className = 'answer-image'
  appendText(element, words.image(label))
  element.title = words.imageNotLoaded(visibleText(href.slice(0, 200)))
  to.appendChild(element)
}
