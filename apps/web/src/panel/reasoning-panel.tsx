import './panel.css'
import { signal } from '@preact/signals'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ReasoningBlock, ReasoningItem } from '../generation/generation.ts'
import type { ReasoningTokens } from '../generation/reasoning-tokens.ts'
import { StreamedText } from '../text/streamed-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatCount, formatDuration } from '../words/numbers.ts'
import { useNow } from '../ui/use-now.ts'
import { words } from '../words/en/panel.ts'
import { PanelPeek } from './panel-peek.tsx'
import { useFollow } from './use-follow.ts'

/** Whether all panels stay open when the answer begins. Kept until the page is left. */
export const isPinned = signal(false)

interface Props {
  item: ReasoningItem
  /** True if the reasoning was dropped, after the next question. */
  isForgotten: boolean
  /** The reasoning was stopped by the user, or its stream broke. */
  cutBy: 'stopped' | 'failed' | undefined
  /** Token count, if known. Default: an estimate from the text received. */
  tokens?: ReasoningTokens | undefined
}

/**
 * Panel with the reasoning of a model. Open while the model thinks, and closed when it answers, unless it is pinned or the user opened it.
 *
 *     thinking ──▶ thought ──▶ forgotten
 *     open         closed      cannot be opened any more
 */
export function ReasoningPanel({ item, isForgotten, cutBy, tokens }: Props) {
  const isThinking = item.endedAt.value === undefined
  const now = useNow(isThinking)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const blocks = item.blocks.value
  const hidden = blocks.every(({ kind }) => kind === 'hidden')
  const isOpen = !hidden && !isForgotten && (chosen ?? (isThinking || isPinned.value))
  const title = titleOf(blocks, isThinking, cutBy)
  const time = formatDuration(timeOf(item, now))
  const { value: count, isEstimate } = tokens ?? { value: Math.ceil(item.length / 4), isEstimate: true }

  const facts = (
    <span class="panel-facts">
      <strong>{title}</strong>
      <span class="number">{isThinking ? time : words.for(time)}</span>
      {count > 0 && (
        <span class="number" {...(isEstimate && { title: words.estimated })}>
          {isEstimate ? '≈ ' : ''}
          {words.tokens(formatCount(count), count)}
        </span>
      )}
      {isForgotten && !hidden && (
        <span class="panel-gone" title={words.goneWhy}>
          {words.gone}
        </span>
      )}
      {hidden && (
        <span class="panel-gone" title={words.hiddenWhy}>
          {words.hidden}
        </span>
      )}
    </span>
  )

  return (
    <section class="panel" data-state={isThinking ? 'thinking' : isForgotten ? 'forgotten' : 'thought'} aria-label={words.reasoning}>
      <div class="panel-head">
        {hidden || isForgotten ? (
          <p class="panel-title">
            <span class="panel-mark" aria-hidden="true" />
            {facts}
          </p>
        ) : (
          <button type="button" class="panel-title" aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)}>
            <span class="panel-mark" aria-hidden="true" />
            {facts}
            <span class="panel-arrow" aria-hidden="true" />
          </button>
        )}
        {isOpen && (
          <div class="panel-tools">
            {!isThinking && <CopyButton label={words.copy} text={() => blocks.map(({ buffer }) => buffer.text()).join('\n\n')} />}
            <button
              type="button"
              class="button quiet small"
              aria-pressed={isPinned.value}
              title={words.pinHint}
              onClick={() => (isPinned.value = !isPinned.value)}
            >
              {isPinned.value ? words.pinned : words.pin}
            </button>
          </div>
        )}
      </div>
      {isThinking && !isOpen && !hidden && !isForgotten && <PanelPeek blocks={blocks} />}
      <div id={id} hidden={!isOpen}>
        {isOpen && <PanelBody blocks={blocks} isThinking={isThinking} />}
      </div>
    </section>
  )
}

function PanelBody({ blocks, isThinking }: { blocks: readonly ReasoningBlock[]; isThinking: boolean }) {
  const body = useRef<HTMLDivElement>(null)
  const follow = useFollow(body)
  useLayoutEffect(() => {
    if (isThinking) follow()
  }, [isThinking])
  const shown = blocks.filter(({ kind }) => kind !== 'hidden')
  return (
    <div class="panel-body" ref={body} tabIndex={0} role="region" aria-label={words.text}>
      {shown.map((one, index) => (
        <div class="panel-block" key={one.block}>
          {one.kind === 'summary' && (index === 0 || shown[index - 1]!.kind !== 'summary') && <p class="panel-kind">{words.summary}</p>}
          <StreamedText buffer={one.buffer} onGrow={follow} />
        </div>
      ))}
    </div>
  )
}

function titleOf(blocks: readonly ReasoningBlock[], isThinking: boolean, cutBy: Props['cutBy']): string {
  if (isThinking) return words.thinking
  if (cutBy !== undefined) return words[cutBy]
  return blocks.length > 0 && blocks.every(({ kind }) => kind === 'summary') ? words.thoughtSummary : words.thought
}

/** Duration of the reasoning. For hidden blocks, the gateway's own measurement is more exact. */
function timeOf({ startedAt, endedAt, blocks }: ReasoningItem, now: number): number {
  const told = blocks.value.map(({ ms }) => ms)
  if (told.length > 0 && told.every((ms) => ms !== undefined)) return told.reduce((sum, ms) => sum + ms, 0)
  return Math.max(0, (endedAt.value ?? now) - startedAt)
}
