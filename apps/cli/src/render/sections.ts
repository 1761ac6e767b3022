import type { Part } from '@reason/core'
import type { BlockKind, BlockStartPart, Channel, ToolCallStartPart } from '@reason/core/parts'
import type { Shown } from './shown.ts'
import type { Renderer } from './renderer.ts'
import { safeText } from './safe-text.ts'
import { noPaint, type Paint, type Style } from './styles.ts'

export interface SectionOptions {
  show: ReadonlySet<Shown>
  /** Which generation of a request with several. Default 0. */
  choice?: number
  paint?: Paint
  /** For a terminal: what would control it is made visible. */
  safe?: boolean
}

interface Section {
  heading: string
  style?: Style
  /** Without styles every section has its heading; with them only one that its style does not tell apart. */
  plain: boolean
}

const styles: Record<Channel, Style | undefined> = { reasoning: 'dim', commentary: 'cyan', answer: undefined }

const kinds: Record<BlockKind, string> = {
  raw: '',
  summary: ' (summary)',
  hidden: ' (hidden by the provider)',
  refusal: ' (refusal)',
  'tool-text': ' (tool call as text)',
}

/**
 * Each block and tool call as a section, a blank line apart. Line feeds at either end of a section are left out: this
 * is for reading.
 */
export function createSectionRenderer({ show, choice = 0, paint = noPaint, safe = false }: SectionOptions): Renderer {
  const styled = paint !== noPaint
  const sections = new Map<string, Section>()
  /** The section that was printed last. */
  let current: string | undefined
  /** It has a heading; text of it was printed. */
  let headed = false
  let begun = false
  /** Line feeds at the end of its text so far: printed only when more follows. */
  let feeds = ''

  return { push, end: () => (current === undefined ? '' : '\n') }

  function push(part: Part): string {
    if ((part.choice ?? 0) !== choice) return ''
    switch (part.type) {
      case 'block-start':
        if (!show.has(part.channel)) return ''
        sections.set(`block ${part.block}`, ofBlock(part))
        return part.kind === 'hidden' ? begin(`block ${part.block}`) : ''
      case 'delta':
        return text(`block ${part.block}`, part.text)
      case 'tool-call-start':
        if (!show.has('tools')) return ''
        sections.set(`call ${part.call}`, ofCall(part))
        return begin(`call ${part.call}`)
      case 'tool-call-delta':
        return text(`call ${part.call}`, part.text)
      default:
        return ''
    }
  }

  function begin(key: string): string {
    const { heading, style, plain } = sections.get(key)!
    const gap = current === undefined ? '' : '\n\n'
    current = key
    headed = !(styled && plain)
    begun = false
    feeds = ''
    return headed ? gap + paint(style ?? 'bold', `[${heading}]`) : gap
  }

  function text(key: string, piece: string): string {
    const section = sections.get(key)
    if (section === undefined) return ''
    const clean = safe ? safeText(piece) : piece
    const continues = key === current && begun
    const from = continues ? 0 : leadingFeeds(clean)
    const to = trailingFeeds(clean, from)
    if (from === to) {
      if (continues) feeds += clean
      return ''
    }
    const head = key === current ? '' : begin(key)
    const before = begun ? feeds : headed ? '\n' : ''
    begun = true
    feeds = clean.slice(to)
    const body = before + clean.slice(from, to)
    return head + (section.style === undefined ? body : paint(section.style, body))
  }
}

function ofBlock({ channel, kind }: BlockStartPart): Section {
  const suffix = kind === undefined ? '' : kinds[kind]
  const style = suffix !== '' && channel === 'answer' ? 'yellow' : styles[channel]
  return { heading: channel + suffix, ...(style && { style }), plain: suffix === '' && channel !== 'commentary' }
}

const ofCall = ({ name }: ToolCallStartPart): Section => ({ heading: `tool call: ${safeText(name)}`, style: 'magenta', plain: false })

const isFeed = (code: number): boolean => code === 10 || code === 13

/** Where the line feeds at the beginning end. */
function leadingFeeds(text: string): number {
  let at = 0
  while (at < text.length && isFeed(text.charCodeAt(at))) at++
  return at
}

/** Where the line feeds at the end begin, not before `from`. Not a pattern: one would be quadratic in a run of line feeds. */
function trailingFeeds(text: string, from: number): number {
  let at = text.length
  while (at > from && isFeed(text.charCodeAt(at - 1))) at--
  return at
}
