import type { GenerationLine } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatDuration } from '../../../words/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import { OutcomeBadge } from '../../../ui/outcome.tsx'
import { formatRecent } from '../../../ui/times.ts'

/** The latest generations, each with a link to its trace. */
export function Recent({ generations }: { generations: readonly GenerationLine[] }) {
  return (
    <section class="panel-box card wide" aria-labelledby="recent-title">
      <h2 id="recent-title">{words.recent.title}</h2>
      {generations.length === 0 ? (
        <p class="soft">{words.recent.none}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="recent-title">
          <table class="table">
            <thead>
              <tr>
                <th>{words.recent.when}</th>
                <th>{words.recent.model}</th>
                <th>{words.recent.session}</th>
                <th>{words.recent.outcome}</th>
                <th class="number">{words.recent.took}</th>
                <th class="number">{words.recent.tokens}</th>
                <th>{words.recent.trace}</th>
              </tr>
            </thead>
            <tbody>
              {generations.slice(0, 12).map((line) => (
                <Row key={`${line.at} ${line.trace ?? line.model}`} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Row({ line: { at, model, session, outcome, ms, totalTokens, trace, warnings } }: { line: GenerationLine }) {
  return (
    <tr>
      <td>
        <time class="number" dateTime={new Date(at).toISOString()}>
          {formatRecent(at)}
        </time>
      </td>
      <td>
        {model !== null && (
          <a class="mono" href={tracesHref({ model })}>
            {model}
          </a>
        )}
      </td>
      <td>{session !== null && <a href={tracesHref({ session })}>{session}</a>}</td>
      <td>
        <OutcomeBadge outcome={outcome ?? 'unknown'} />
        {warnings.map((code) => (
          <code key={code} class="badge warn">
            {code}
          </code>
        ))}
      </td>
      <td class="number">{formatDuration(ms)}</td>
      <td class="number">{totalTokens === null ? words.notKnown : formatCount(totalTokens)}</td>
      <td>
        {trace === null ? <span class="soft">{words.recent.notStored}</span> : <a href={tracesHref({}, [trace])}>{words.recent.open}</a>}
      </td>
    </tr>
  )
}
