import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/bench.ts'
import type { ChosenSplit } from '../run/choice.ts'
import type { BenchRecording } from '../run/recording.ts'

/** Explains why an adapter was selected, and the others were not. */
export function Why({ chosen, recording }: { chosen: ChosenSplit; recording: BenchRecording | undefined }) {
  const { candidates, recognised } = chosen
  return (
    <section class="why" aria-label={words.why.title}>
      <h2>{words.why.title}</h2>
      {recording !== undefined && <p>{words.why.recording(recording.wire.id, recording.framing, recording.model, recording.provider)}</p>}
      {chosen.adapter.id === 'auto' && (
        <p>
          {recognised === undefined ? (
            words.why.nothing
          ) : (
            <>
              {words.why.recognised(recognised.id, formatCount(recognised.at))} <code>{recognised.signal}</code>
            </>
          )}
        </p>
      )}
      <ul>
        {candidates.map(({ id, verdict, reason }) => (
          <li key={`${id} ${reason}`} data-verdict={verdict}>
            <span aria-hidden="true">{verdict === 'taken' ? '●' : '○'}</span>
            <code>{id}</code>
            <span class={verdict === 'taken' ? 'badge good' : 'badge'}>{words.why[verdict]}</span>
            <span class="soft">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
