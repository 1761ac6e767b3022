import type { Result } from '@reason/core'
import { formatCount } from '../../../words/numbers.ts'
import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/bench.ts'

/** Maximum number of rows. */
const most = 200

/** Table of the resulting blocks and calls in order, with the reason why each ended. */
export function BlockTable({ result: { items, stop, finish } }: { result: Result }) {
  const shown = items.filter(({ type }) => type !== 'native').slice(0, most)
  return (
    <div class="bench-table" tabIndex={0} role="region" aria-label={words.blocks.title}>
      <table class="table">
        <caption class="unseen">{words.blocks.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.blocks.what}</th>
            <th scope="col" class="number">
              {words.blocks.characters}
            </th>
            <th scope="col">{words.blocks.ended}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item, index) => (
            <tr key={index}>
              <td>
                <span class="segment" data-kind={item.type === 'block' ? item.channel : 'tool'}>
                  {item.type === 'block'
                    ? words.kinds[item.channel]
                    : item.type === 'tool-call'
                      ? `${words.kinds.tool} ${visibleText(item.name)}`
                      : ''}
                </span>
                {item.type === 'block' && item.kind !== undefined && <span class="badge">{item.kind}</span>}
              </td>
              <td class="number">
                {formatCount(item.type === 'block' ? item.text.length : item.type === 'tool-call' ? item.arguments.length : 0)}
              </td>
              <td>
                {(item.type === 'block' || item.type === 'tool-call') && item.boundary !== undefined && words.boundaries[item.boundary]}
                {(item.type === 'block' || item.type === 'tool-call') && item.terminator !== undefined && (
                  <code> {visibleText(item.terminator)}</code>
                )}
              </td>
            </tr>
          ))}
          {shown.length === 0 && (
            <tr>
              <td colSpan={3} class="soft">
                {words.blocks.none}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {items.length > most && <p class="soft small">{words.blocks.more(formatCount(most), formatCount(items.length))}</p>}
      {(stop !== undefined || finish !== undefined) && (
        <p class="soft small">
          {stop !== undefined && words.blocks.stop(stop)} {finish !== undefined && words.blocks.finish(finish.reason, finish.native)}
        </p>
      )}
    </div>
  )
}
