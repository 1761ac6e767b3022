import { lazy } from '../../ui/lazy.tsx'
import { useId, useState } from 'preact/hooks'
import { AnswerText } from '../../answer/answer-text.tsx'
import type { ShownGeneration, ShownItem } from '../../generation/generation.ts'
import { reasoningTokens } from '../../generation/reasoning-tokens.ts'
import { ReasoningPanel } from '../../panel/reasoning-panel.tsx'
import { StreamedText } from '../../text/streamed-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { formatCount, formatDuration } from '../../words/numbers.ts'
import { formatRecent, saysWhen, withLocalTimes } from '../../ui/times.ts'
import { words } from '../../words/en/playground.ts'
import { CallView } from './call-view.tsx'
import { startSession, type Lane, type Turn } from './conversation.ts'
import { LaneFoot } from './lane-foot.tsx'

const WireView = lazy(() => import('./wire/wire-view.tsx').then(({ WireView: view }) => view))

type Tab = 'answer' | 'wire'

/** Answer of one model to a question, with all its items in order of arrival. */
export function LaneView({ lane, turn, isLast }: { lane: Lane; turn: Turn; isLast: boolean }) {
  const { generation, wire } = lane
  const { request, phase, items, warnings, error, retryAt } = generation
  const [tab, setTab] = useState<Tab>('answer')
  const id = useId()
  const isOver = isEnd(phase.value)
  const isBudget = generation.errorCode.value?.startsWith('reasoning_budget_exceeded') === true

  return (
    <section class="stack lane" aria-label={words.answerOf(request.model)} aria-busy={!isOver}>
      <header class="lane-head">
        <span class="lane-model">{request.model}</span>
        {request.effort !== undefined && <span class="badge">{words.effort(request.effort)}</span>}
        {request.budget_tokens !== undefined && <span class="badge">{words.budget(formatCount(request.budget_tokens))}</span>}
        <div class="tabs" role="tablist" aria-label={words.views}>
          {(['answer', 'wire'] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={tab === name}
              aria-controls={`${id}-view`}
              tabIndex={tab === name ? 0 : -1}
              class="tab"
              onClick={() => setTab(name)}
              onKeyDown={moveTab}
            >
              {words.tabs[name]}
            </button>
          ))}
        </div>
      </header>
      <div class="stack lane-body" role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'wire' ? (
          <WireView wire={wire} isOver={isOver} />
        ) : (
          <>
            {phase.value === 'waiting' && <Waiting since={generation.times.asked} />}
            {items.value.map((item, index) => (
              <ItemView
                key={index}
                item={item}
                generation={generation}
                isEnd={isOver || index < items.value.length - 1}
                turn={turn}
                canAnswer={isLast && isOver}
              />
            ))}
            {isOver && items.value.length === 0 && phase.value === 'done' && <p class="soft">{words.nothing}</p>}
          </>
        )}
        {warnings.value.map(({ code, message }, index) => (
          <p class="notice warn small" key={index}>
            <strong>
              <span aria-hidden="true">▲ </span>
              {words.warnings[code] ?? words.warning}
            </strong>{' '}
            {message}
          </p>
        ))}
        {phase.value === 'failed' && (
          <div class="notice bad" role="alert">
            <strong>{isBudget ? words.budgetUsedUp : words.failed}</strong>
            <p class="problem-message">{error.value === undefined ? words.cutOff : withLocalTimes(error.value)}</p>
            {retryAt.value !== undefined && !saysWhen(error.value) && <p>{words.retryAfter(formatRecent(retryAt.value))}</p>}
            {isBudget && request.session !== undefined && (
              <button type="button" class="button small" title={words.composer.newSessionHint(request.session)} onClick={startSession}>
                {words.composer.newSession}
              </button>
            )}
          </div>
        )}
        {phase.value === 'stopped' && <p class="soft small">{words.stopped}</p>}
      </div>
      {isOver && <LaneFoot lane={lane} turn={turn} isLast={isLast} />}
    </section>
  )

  function moveTab(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = tab === 'answer' ? 'wire' : 'answer'
    setTab(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
}

interface ItemProps {
  item: ShownItem
  generation: ShownGeneration
  isEnd: boolean
  turn: Turn
  canAnswer: boolean
}

function ItemView({ item, generation, isEnd, turn, canAnswer }: ItemProps) {
  switch (item.type) {
    case 'reasoning': {
      // The provider reports tokens for the whole answer, so a panel shows them only if it is the only one.
      const isOnly = generation.items.value.filter(({ type }) => type === 'reasoning').length === 1
      const tokens = isOnly ? reasoningTokens(generation) : undefined
      const isLast = generation.items.value.at(-1) === item
      const { value: phase } = generation.phase
      const end = isLast && (phase === 'stopped' || phase === 'failed') ? phase : undefined
      return <ReasoningPanel item={item} isForgotten={generation.isForgotten.value} cutBy={end} tokens={tokens} />
    }
    case 'commentary':
    case 'refusal':
      return (
        <div class={item.type}>
          <span class="label">{words[item.type]}</span>
          <StreamedText buffer={item.buffer} />
        </div>
      )
    case 'answer':
      return <AnswerText buffer={item.buffer} isOver={isEnd} />
    case 'call':
      return <CallView call={item.call} turn={turn} canAnswer={canAnswer} />
  }
}

/** Indicator while nothing has arrived. Shows the waiting time after a while. */
function Waiting({ since }: { since: number }) {
  const now = useNow(true, 500)
  const waited = now - since
  return (
    <p class="waiting soft">
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {waited > 1500 ? words.waiting(formatDuration(waited)) : <span class="unseen">{words.asked}</span>}
      {waited > 15_000 && <span> {words.waitingLong}</span>}
    </p>
  )
}

const isEnd = (phase: string): boolean => phase === 'done' || phase === 'stopped' || phase === 'failed'
