import './wire.css'
import { words } from '../../../words/en/playground.ts'
import { formatDuration, formatCount } from '../../../words/numbers.ts'
import { visibleText } from '../../../text/visible.ts'
import type { WirePiece } from './wire-piece.ts'
import { maxRows, type WireLog, type WireRow } from './wire-log.ts'

/** Maximum shown length of an event, in UTF-16 units. */
const shown = 2000

/** Table of the upstream's raw events, beside the parts and events made from them. */
export function WireView({ wire, isOver }: { wire: WireLog; isOver: boolean }) {
  void wire.version.value
  if (wire.isForgotten) return <p class="soft small">{words.wire.gone}</p>
  const { rows, count } = wire
  const hasRaw = rows.some(({ raw }) => raw !== undefined)
  return (
    <div class="wire">
      {!hasRaw && rows.length > 0 && <p class="soft small">{words.wire.noRaw}</p>}
      <div class="wire-table" role="table" tabIndex={0} aria-label={words.tabs.wire} data-raw={hasRaw}>
        <div class="wire-row head" role="row">
          <span role="columnheader">{words.wire.time}</span>
          {hasRaw && <span role="columnheader">{words.wire.upstream}</span>}
          {hasRaw && <span role="columnheader">{words.wire.parts}</span>}
          <span role="columnheader">{words.wire.ours}</span>
        </div>
        {groups(rows).map((group, index) => (
          <div class="wire-group" role="rowgroup" key={index}>
            {group.map((row, at) => (
              <Row key={at} row={row} hasRaw={hasRaw} />
            ))}
          </div>
        ))}
      </div>
      {count > maxRows && <p class="soft small">{words.wire.more(formatCount(maxRows), formatCount(count))}</p>}
      {rows.length === 0 && <p class="soft small">{isOver ? words.wire.nothing : words.wire.waiting}</p>}
    </div>
  )
}

function Row({ row: { at, raw, parts, ours }, hasRaw }: { row: WireRow; hasRaw: boolean }) {
  return (
    <div class="wire-row" role="row">
      <span class="number soft" role="cell" data-label={words.wire.time}>
        {formatDuration(at)}
      </span>
      {hasRaw && (
        <code role="cell" class="wire-raw" data-label={words.wire.upstream}>
          {raw === undefined ? '' : clip(raw)}
        </code>
      )}
      {hasRaw && <Pieces list={parts} label={words.wire.parts} />}
      <Pieces list={ours} label={words.wire.ours} />
    </div>
  )
}

function Pieces({ list, label }: { list: readonly WirePiece[]; label: string }) {
  return (
    <div role="cell" class="stack wire-pieces" data-label={label}>
      {list.map(({ name, kind, text, rest }, index) => (
        <code key={index} data-kind={kind} title={rest}>
          <span class="wire-name">{name}</span>
          {text !== undefined && <q>{clip(text)}</q>}
          {text === undefined && rest !== '' && ` ${clip(rest)}`}
        </code>
      ))}
    </div>
  )
}

const clip = (text: string): string => visibleText(text.length > shown ? `${text.slice(0, shown)}…` : text)

/** Groups of rows, of which the browser skips the layout of those out of view. */
function groups(rows: readonly WireRow[]): WireRow[][] {
  const list: WireRow[][] = []
  for (let from = 0; from < rows.length; from += 100) list.push(rows.slice(from, from + 100))
  return list
}
