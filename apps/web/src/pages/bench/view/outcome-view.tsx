import { Empty } from '../../../ui/empty.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/bench.ts'
import type { BenchChoice } from '../run/choice.ts'
import { resultOf } from '../run/measure.ts'
import { segmentsOf } from '../run/segments.ts'
import { position } from '../state.ts'
import type { Bench, BenchOutcome } from '../use-bench.ts'
import { BlockTable } from './block-table.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { ColouredText } from './coloured-text.tsx'
import { ExportRow } from './export-row.tsx'
import { Warnings } from './warnings.tsx'
import { Why } from './why.tsx'

interface Props {
  bench: Bench
  choice: BenchChoice
  onChange(change: Partial<BenchChoice>): void
}

/** Result of splitting the text in one way. */
export function OutcomeView({ bench, choice, onChange }: Props) {
  const outcome = bench.state === 'done' ? bench.outcome : bench.state === 'running' ? bench.last : undefined
  return (
    <section class="stack bench-side" aria-label={words.outcome.title} aria-busy={bench.state === 'running'}>
      <ChoiceBar choice={choice} onChange={onChange} />
      {bench.state === 'empty' && (
        <Empty title={words.outcome.emptyTitle}>
          <p>{words.outcome.empty}</p>
        </Empty>
      )}
      {bench.state === 'failed' && <Problem title={words.outcome.failed} error={bench.error} />}
      {bench.state === 'running' && outcome === undefined && <Loading what={words.outcome.running} />}
      {outcome !== undefined && <Shown outcome={outcome} />}
    </section>
  )
}

function Shown({ outcome }: { outcome: BenchOutcome }) {
  const { text, chosen, recording, whole, cut, difference } = outcome
  const result = resultOf(whole.parts)
  const segments = segmentsOf(whole.parts)
  const accounted = segments.reduce((sum, { text: piece, isInserted }) => sum + (isInserted ? 0 : piece.length), 0)
  const held = recording === undefined ? heldAt(outcome) : undefined
  return (
    <>
      <ul class="bench-verdicts">
        <Verdict
          isGood={difference === -1}
          text={difference === -1 ? words.verdicts.same(formatCount(cut.size), cut.size) : words.verdicts.differs(difference)}
        />
        {recording === undefined && (
          <Verdict
            isGood={accounted === text.length}
            text={
              accounted === text.length
                ? words.verdicts.conserved(formatCount(text.length))
                : words.verdicts.lost(formatCount(accounted), formatCount(text.length))
            }
          />
        )}
        {recording === undefined && (
          <Verdict isGood text={words.verdicts.held(formatCount(cut.mostHeld.length), cut.mostHeld.length, formatCount(cut.mostHeld.at))} />
        )}
        {result.warnings.length > 0 && <Verdict isGood={false} text={words.verdicts.warnings(result.warnings.length)} />}
      </ul>
      <ColouredText segments={segments} held={held} />
      <BlockTable result={result} />
      {result.warnings.length > 0 && <Warnings list={result.warnings} />}
      <Why chosen={chosen} recording={recording} />
      {recording === undefined && <ExportRow text={text} chosen={chosen} result={result} />}
    </>
  )
}

function Verdict({ isGood, text }: { isGood: boolean; text: string }) {
  return (
    <li class={isGood ? 'badge good' : 'badge warn'}>
      <span aria-hidden="true">{isGood ? '✓ ' : '▲ '}</span>
      {text}
    </li>
  )
}

/** End of the received text, and of the part already classified. Undefined if all was received. */
function heldAt({ text, cut }: BenchOutcome): { classified: number; received: number } | undefined {
  const received = position.value
  if (received === undefined || received >= text.length) return undefined
  const pushes = Math.floor(received / cut.size)
  return { classified: pushes === 0 ? 0 : (cut.accounted[pushes - 1] ?? 0), received: pushes * cut.size }
}
