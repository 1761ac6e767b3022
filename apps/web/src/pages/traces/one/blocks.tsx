import type { TracedBlock } from '@reason/gateway-api'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/traces.ts'

/** Blocks in order, each with its channel, length and end. */
export function Blocks({ blocks }: { blocks: readonly TracedBlock[] }) {
  return (
    <ol class="stack trace-blocks">
      {blocks.map(({ channel, kind, origin, boundary, terminator, chars }, index) => {
        const isCut = boundary === 'limit' || (boundary === 'end-of-stream' && channel === 'reasoning')
        const why = isCut && boundary === 'end-of-stream' ? words.one.unclosed : (words.one.boundaries[boundary] ?? boundary)
        return (
          <li key={index} class={`trace-block ${channel}`}>
            <strong>
              {channel}
              {kind === undefined ? '' : ` (${kind})`}
            </strong>
            {origin !== undefined && <span class="soft">{words.one.origins[origin] ?? origin}</span>}
            <span class="number">{words.one.characters(chars)}</span>
            {isCut && <span class="badge bad">{words.one.cutOff}</span>}
            <span class="soft">
              {why}
              {terminator !== undefined && <code>{` ${terminator}`}</code>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

export const countText = (value: number, source: keyof typeof words.one.sources | null): string =>
  source === null ? formatCount(value) : `${formatCount(value)} (${source})`
