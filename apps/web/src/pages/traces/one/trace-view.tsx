import './one.css'
import type { Trace } from '@reason/gateway-api'
import { visibleText } from '../../../text/visible.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { OutcomeBadge } from '../../../ui/outcome.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { words } from '../../../words/en/traces.ts'
import { words as shell } from '../../../words/en/shell.ts'
import { tracesHref, type Filters } from '../list/filters.ts'
import { Blocks } from './blocks.tsx'
import { Facts } from './facts.tsx'
import { DeleteTraces } from './delete-traces.tsx'
import { ReasoningText } from './reasoning-text.tsx'
import { Calls, Errors, Seals, Section, UsageTable, Warnings } from './sections.tsx'
import { beginningOf, progressAt } from './replay/pace.ts'
import { ReplayBar } from './replay/replay-bar.tsx'
import { useReplay } from './replay/use-replay.ts'
import { lengthOf, Timeline } from './timeline.tsx'
import { useTrace } from './use-trace.ts'

interface Props {
  id: string
  filters: Filters
  isComparing: boolean
  onCompare(): void
  onDeleted(): void
}

/** Page for one trace, with its actions. */
export function TraceView({ id, ...rest }: Props) {
  const loaded = useTrace(id)
  if (loaded.status === 'loading') return <Loading what={words.one.loading} />
  if (loaded.status === 'failed')
    return <Problem title={words.one.failed} error={loaded.error} action={{ label: shell.retry, act: loaded.retry }} />
  return <Shown key={loaded.trace.id} trace={loaded.trace} {...rest} />
}

function Shown({ trace, filters, isComparing, onCompare, onDeleted }: Omit<Props, 'id'> & { trace: Trace }) {
  const { id, model, outcome, sessionKey } = trace
  const { prompt, ...metadata } = trace.metadata
  const lengthMs = lengthOf(trace)
  const replay = useReplay(lengthMs)
  const progress = replay.at === undefined ? undefined : progressAt(trace, lengthMs, replay.at)
  return (
    <article class="stack trace-one" aria-labelledby="trace-title">
      <header class="stack trace-head">
        <div class="row">
          <h2 id="trace-title">{words.one.of(model === null ? null : visibleText(model))}</h2>
          <OutcomeBadge outcome={outcome} />
          <a class="button quiet small trace-close" href={tracesHref(filters)} title={words.one.back}>
            {words.one.close} <span aria-hidden="true">×</span>
          </a>
        </div>
        <div class="row">
          <button type="button" class="button" aria-pressed={isComparing} onClick={onCompare}>
            {isComparing ? words.one.stopComparing : words.one.compare}
          </button>
          <a class="button" href={jsonOf(trace)} download={`${id}.json`}>
            {words.export.one}
          </a>
          <CopyButton label={words.one.copyId} text={() => id} />
          <CopyButton label={words.one.copyLink} text={() => new URL(tracesHref({}, [id]), location.href).href} />
          <span class="trace-deletes">
            <DeleteTraces {...words.delete.trace} path={`api/traces/${encodeURIComponent(id)}`} onDone={onDeleted} />
            {sessionKey !== null && (
              <DeleteTraces
                {...words.delete.session(sessionKey)}
                path={`api/sessions/${encodeURIComponent(sessionKey)}/traces`}
                onDone={onDeleted}
              />
            )}
          </span>
        </div>
        {isComparing && <p class="notice small">{words.one.comparing}</p>}
      </header>
      <Errors errors={trace.errors} />
      <Section title={words.one.timeline}>
        <Timeline trace={trace} cursor={replay.at} />
        {lengthMs > 0 && <ReplayBar replay={replay} lengthMs={lengthMs} />}
      </Section>
      {typeof prompt === 'string' && (
        <Section title={words.one.prompt}>
          <p class="trace-prompt" dir="auto">
            {visibleText(prompt)}
          </p>
        </Section>
      )}
      <Section title={words.one.text}>
        <Text trace={trace} query={filters.q} share={progress?.reasoning ?? 1} />
        {progress !== undefined && trace.answerChars !== null && (
          <p class="stack replay-answer">
            {words.replay.answer(Math.round(trace.answerChars * progress.answer), trace.answerChars)}
            <progress max={1} value={progress.answer} aria-hidden="true" />
            <span class="soft">{words.replay.pace}</span>
          </p>
        )}
      </Section>
      <Warnings warnings={trace.warnings} />
      {trace.boundaries.length > 0 && (
        <Section title={words.one.blocks}>
          <Blocks blocks={trace.boundaries} />
          <p class="soft small">{words.one.blocksWhy}</p>
          {(trace.answerChars ?? 0) > 0 && <p class="soft small">{words.one.answerKept}</p>}
        </Section>
      )}
      <Calls toolCalls={trace.toolCalls} />
      <UsageTable trace={trace} />
      <Seals seals={trace.seals} />
      <Section title={words.one.facts}>
        <Facts trace={trace} link={linkOf} />
      </Section>
      {Object.keys(metadata).length > 0 && (
        <Section title={words.one.metadata}>
          <pre class="trace-metadata">{visibleText(JSON.stringify(metadata, null, 2))}</pre>
        </Section>
      )}
    </article>
  )

  function linkOf(name: string, text: string): string | undefined {
    if (name === 'session') return tracesHref({ session: trace.sessionKey! }, [id])
    if (name === 'run') return tracesHref({ run: trace.runId! }, [id])
    return name === 'model' && text !== '' ? tracesHref({ model: trace.model! }, [id]) : undefined
  }
}

/** @param share - Shown share of the text, from 0 to 1, during a replay. */
function Text({ trace, query, share }: { trace: Trace; query: string | undefined; share: number }) {
  const { reasoningText, mode } = trace
  if (reasoningText === null && mode === 'metadata') return <p class="soft">{words.one.noTextKept}</p>
  if (reasoningText === null || reasoningText.trim() === '') return <p class="soft">{words.one.noText}</p>
  return <ReasoningText text={beginningOf(withoutBlankEdges(reasoningText), share)} query={query} />
}

/** Removes blank lines at the edges, as for clients. Stored and downloaded text keeps the blank lines that templates put beside their tags. */
const withoutBlankEdges = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()

/** Data URL of the stored trace, for the download. */
const jsonOf = (trace: Trace): string => `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(trace, null, 2))}`
