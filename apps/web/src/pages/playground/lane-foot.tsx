import { hrefOf } from '../../shell/route.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatCount, formatDuration, formatShare } from '../../ui/numbers.ts'
import { words } from '../../words/en/playground.ts'
import { asCurl, asTypeScript } from './as-code.ts'
import { askAgain, type Lane, type Turn } from './conversation.ts'

/** Below an answer: what it took, and what can be done with it. */
export function LaneFoot({ lane, turn, isLast }: { lane: Lane; turn: Turn; isLast: boolean }) {
  const { request, items, times, final, usage, traceId, phase } = lane.generation
  const facts = factsOf()
  const outcome = final.value?.finish_reason
  const text = (): string => items.value.flatMap((item) => (item.type === 'answer' ? [item.buffer.text()] : [])).join('\n\n')
  return (
    <footer class="lane-foot">
      <dl class="facts">
        {outcome !== undefined && outcome !== 'stop' && outcome !== 'tool_calls' && (
          <div>
            <dt class="unseen">{words.facts.outcome}</dt>
            <dd class="badge warn">{words.outcomes[outcome] ?? outcome}</dd>
          </div>
        )}
        {final.value?.leak_detected === true && (
          <div>
            <dt class="unseen">{words.facts.leak}</dt>
            <dd class="badge bad">{words.facts.leak}</dd>
          </div>
        )}
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="number">{value}</dd>
          </div>
        ))}
      </dl>
      <div class="row lane-tools">
        {isLast && (
          <button type="button" class="button quiet small" onClick={() => askAgain(turn)}>
            {words.retry}
          </button>
        )}
        <CopyButton label={words.copy.answer} text={text} />
        <CopyButton label={words.copy.curl} text={() => asCurl(request)} />
        <CopyButton label={words.copy.typescript} text={() => asTypeScript(request)} />
        {traceId.value !== undefined && phase.value !== 'waiting' && (
          <a class="button quiet small" href={hrefOf('traces', [traceId.value])}>
            {words.trace}
          </a>
        )}
      </div>
    </footer>
  )

  function factsOf(): [string, string][] {
    const { asked, firstReasoning, firstAnswer, ended } = times
    const stats = final.value?.stats
    const list: [string, string | undefined][] = [
      [words.facts.firstReasoning, firstReasoning === undefined ? undefined : formatDuration(firstReasoning - asked)],
      [words.facts.firstAnswer, firstAnswer === undefined ? undefined : formatDuration(firstAnswer - asked)],
      [words.facts.total, ended === undefined ? undefined : formatDuration(ended - asked)],
      [words.facts.input, usage.value?.input_tokens === undefined ? undefined : formatCount(usage.value.input_tokens)],
      [words.facts.reasoning, stats === undefined || stats.reasoning_tokens === 0 ? undefined : formatCount(stats.reasoning_tokens)],
      [words.facts.answer, stats === undefined ? undefined : formatCount(stats.final_tokens)],
      [words.facts.ratio, stats === undefined || stats.reasoning_tokens === 0 ? undefined : formatShare(stats.reasoning_ratio)],
    ]
    return list.filter((fact): fact is [string, string] => fact[1] !== undefined)
  }
}
