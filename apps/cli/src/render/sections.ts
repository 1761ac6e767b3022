import type { Part } from '@reason/core'
import type { BlockKind, BlockStartPart, Channel, ToolCallStartPart } from '@reason/core/parts'
import type { ShownChannel } from './shown.ts'
import type { PartRenderer } from './renderer.ts'
import { safeText } from './safe-text.ts'
import { noPaint, type Paint, type TextStyle } from './styles.ts'

export interface SectionOptions {
  show: ReadonlySet<ShownChannel>
  /** Index of the shown choice. Default 0. */
  choice?: number
  paint?: Paint
  /** Replace control characters, for a terminal. */
  safe?: boolean
}

interface Section {
  heading: string
  style?: TextStyle
  /** With styles, a plain section needs no heading. Without styles, every section has one. */
  plain: boolean
}

const styles: Record<Channel, TextStyle | undefined> = { reasoning: 'dim', commentary: 'cyan', answer: undefined }

const kinds: Record<BlockKind, string> = {
  raw: '',
  summary: ' (summary)',
  hidden: ' (hidden by the provider)',
  refusal: ' (refusal)',
  'tool-text': ' (tool call as text)',
}

/** Prints each block and tool call as a section, separated by blank lines. For reading: line feeds at both ends of a section are left out. */
export function createSectionRenderer({ show, choice = 0, paint = noPaint, safe = false }: SectionOptions): PartRenderer {
  const styled = paint !== noPaint
  const sections = new Map<string, Section>()
  /** The last printed section. */
  let current: string | undefined
  /** Whether the current section has a heading, and whether its text has begun. */
  let headed = false
  let begun = false
  /** Line feeds at the end of the text so far. Printed only if more text follows. */
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
        return text(`block ${part.block}`, part.text, part.mention)
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

  function text(key: string, piece: string, isMention = false): string {
    const section = sections.get(key)
    if (section === undefined) return ''
    // A delimiter that the answer only mentions may begin a block in the middle of a sentence.
    if (isMention && begun && sections.get(current!)?.heading === section.heading) current = key
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

/** End of the line feeds at the start of a text. */
function leadingFeeds(text: string): number {
  let at = 0
  while (at < text.length && isFeed(text.charCodeAt(at))) at++
  return at
}

/** Start of the line feeds at the end of a text, not before `from`. No regular expression: it would be quadratic for a run of line feeds. */
function trailingFeeds(text: string, from: number): number {
  let at = text.length
  while (at > from && isFeed(text.charCodeAt(at - 1))) at--
  return at
}
