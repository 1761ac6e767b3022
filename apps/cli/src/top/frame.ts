import { paintLine, type StyledLine } from '../render/line.ts'
import type { Paint } from '../render/styles.ts'
import { figuresOf, type KnownFigures } from '@reason/gateway-api/figures'
import { budgetSection, columnsFor, lastSection, modelSection, summary, upstreamSection, type Panel } from './sections.ts'

export interface FrameOptions {
  url: string
  /** Unix milliseconds. */
  now: number
  columns: number
  /** Available lines. Default: any number. */
  rows?: number
  paint: Paint
  /** Reason why the shown data may be old. */
  trouble?: string | undefined
}

/** Renders the whole screen, as lines. */
export function renderFrame(known: KnownFigures, { url, now, columns, rows = Infinity, paint, trouble }: FrameOptions): string[] {
  const figures = figuresOf(known)
  const { budgets, upstreams } = known.state
  const top: StyledLine[] = [...summary(known, figures, url, now), ...(trouble === undefined ? [] : [[['red', trouble] as const]])]
  const widths = columnsFor(columns)
  const sections = [
    budgetSection(budgets.balances, widths),
    modelSection(figures.models, widths),
    upstreamSection(upstreams, widths),
    lastSection(known.generations, widths),
  ]
  const filled = sections.filter((section) => section.rows.length > 0)
  const lines = [...top, ...fitted(filled, rows - top.length).flatMap(asLines)]
  return lines.slice(0, rows).map((line) => paintLine(line, columns, paint))
}

const asLines = ({ head, rows }: Panel): StyledLine[] => [
  [],
  head.map((span) => ['bold', typeof span === 'string' ? span : span[1]] as const),
  ...rows,
]

/** Shortens the longest sections until all fit. */
function fitted(sections: readonly Panel[], room: number): Panel[] {
  const lengths = sections.map(({ rows }) => rows.length)
  const tooMany = (): boolean => lengths.reduce((sum, length) => sum + length + 2, 0) > room
  while (tooMany() && Math.max(...lengths) > 1) lengths[lengths.lastIndexOf(Math.max(...lengths))]!--
  return sections.map(({ head, rows }, index) => {
    const length = lengths[index]!
    const isCut = length < rows.length && length > 1
    return { head, rows: isCut ? [...rows.slice(0, length - 1), [['dim', `… ${rows.length - length + 1} more`]]] : rows.slice(0, length) }
  })
}
