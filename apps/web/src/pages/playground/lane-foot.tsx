import { session } from '../../api/session.ts'
import { hrefOf } from '../../navigation/route.ts'
import type { FinalEvent } from '@reason/gateway-api/generate'
import { reasoningTokens } from '../../generation/reasoning-tokens.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatCount, formatDuration, formatShare } from '../../words/numbers.ts'
import { isGood, outcomeText } from '../../ui/outcome.tsx'
import { words } from '../../words/en/playground.ts'
import { asChatCurl, asCurl, asTypeScript } from './as-code.ts'
import { askAgain, type Lane, type Turn } from './conversation.ts'

interface Fact {
  name: string
  value: string
  /** Explanation of the value. */
  title?: string
}

/** Foot of an answer: times, tokens and actions. */
export function LaneFoot({ lane, turn, isLast }: { lane: Lane; turn: Turn; isLast: boolean }) {
  const { request, items, times, final, usage, traceId, phase } = lane.generation
  const facts = factsOf()
  const outcome = final.value?.finish_reason
  const text = (): string => items.value.flatMap((item) => (item.type === 'answer' ? [item.buffer.text()] : [])).join('\n\n')
  return (
    <footer class="row lane-foot">
      <dl class="facts">
        {outcome !== undefined && !isGood(outcome) && (
          <div>
            <dt class="unseen">{words.facts.outcome}</dt>
            <dd class="badge warn">{outcomeText(outcome)}</dd>
          </div>
        )}
        {final.value?.leak_detected === true && (
          <div>
            <dt class="unseen">{words.facts.leak}</dt>
            <dd class="badge bad">{words.facts.leak}</dd>
          </div>
        )}
        {isCaught(final.value?.blocks) && (
          <div title={words.facts.caughtHint}>
            <dt class="unseen">{words.facts.caught}</dt>
            <dd class="badge good">{words.facts.caught}</dd>
          </div>
        )}
        {facts.map(({ name, value, title }) => (
          <div key={name} title={title}>
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
        {text() !== '' && <CopyButton label={words.copy.answer} text={text} />}
        <CopyButton label={words.copy.curl} text={() => asCurl(request)} />
        <CopyButton label={words.copy.chatCurl} text={() => asChatCurl(request)} />
        <CopyButton label={words.copy.typescript} text={() => asTypeScript(request)} />
        {session.value?.administrator === true && traceId.value !== undefined && phase.value !== 'waiting' && (
          <a class="button quiet small" href={hrefOf('traces', [traceId.value])}>
            {words.trace}
          </a>
        )}
      </div>
    </footer>
  )

  function factsOf(): Fact[] {
    const { asked, firstReasoning, firstAnswer, ended } = times
    const { facts: names } = words
    const stats = final.value?.stats
    const thought = stats && reasoningTokens(lane.generation)
    const input = usage.value?.input_tokens
    const took = (name: string, at: number | undefined): Fact[] =>
      at === undefined ? [] : [{ name, value: formatDuration(at - asked), title: names.times }]
    const estimated = (name: string, text: string): Fact => ({ name, value: `≈ ${text}`, title: names.estimated })
    const counted = (name: string, text: string): Fact => ({ name, value: text })
    return [
      ...took(names.firstReasoning, firstReasoning),
      ...took(names.firstAnswer, firstAnswer),
      ...took(names.total, ended),
      ...(input === undefined ? [] : [counted(names.input, formatCount(input))]),
      ...(thought === undefined ? [] : [(thought.isEstimate ? estimated : counted)(names.reasoning, formatCount(thought.value))]),
      // Providers report no tokens of the answer alone, so these and the share are estimates.
      ...(stats === undefined || stats.final_tokens === 0 ? [] : [estimated(names.answer, formatCount(stats.final_tokens))]),
      ...(stats === undefined || thought === undefined || stats.reasoning_ratio === null
        ? []
        : [estimated(names.ratio, formatShare(stats.reasoning_ratio))]),
    ]
  }
}

/** Whether the provider separated some reasoning, and the gateway found more in the answer text. */
const isCaught = (blocks: FinalEvent['blocks'] = []): boolean => {
  const of = (origin: string): boolean => blocks.some((block) => block.channel === 'reasoning' && block.origin === origin)
  return of('provider') && of('adapter')
}
