import './compare.css'
import type { Trace } from '@reason/gateway-api'
import { visibleText } from '../../../text/visible.ts'
import { Loading } from '../../../ui/loading.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { words } from '../../../words/en/traces.ts'
import { words as shell } from '../../../words/en/shell.ts'
import { tracesHref, type Filters } from '../list/filters.ts'
import { Blocks, countText } from '../one/blocks.tsx'
import { MarkedText } from '../one/marked-text.tsx'
import { factsOf } from '../one/facts.tsx'
import { countsOf, Section } from '../one/sections.tsx'
import { lengthOf, Timeline } from '../one/timeline.tsx'
import { useTrace } from '../one/use-trace.ts'
import { compareSentences } from './sentences.ts'

/** Two traces side by side, on one time scale, with their differences marked. */
export function CompareView({ ids: [first, second], filters }: { ids: readonly [string, string]; filters: Filters }) {
  const left = useTrace(first)
  const right = useTrace(second)
  for (const one of [left, right]) {
    if (one.status === 'failed')
      return <Problem title={words.one.failed} error={one.error} action={{ label: shell.retry, act: one.retry }} />
  }
  if (left.status !== 'ready' || right.status !== 'ready') return <Loading what={words.one.loading} />
  const traces = [left.trace, right.trace] as const
  const scale = Math.max(...traces.map(lengthOf))
  return (
    <article class="stack trace-compare" aria-labelledby="compare-title">
      <header class="row">
        <h2 id="compare-title">{words.compare.title}</h2>
        <a class="button small" href={tracesHref(filters, [second, first])}>
          {words.compare.swap}
        </a>
        <a class="button quiet small trace-close" href={tracesHref(filters)}>
          {words.compare.back}
        </a>
      </header>
      <FactTable traces={traces} />
      <div class="trace-pair">
        {traces.map((trace, index) => (
          <div key={index}>
            <Section title={words.one.timeline}>
              <Timeline trace={trace} scale={scale} />
            </Section>
            <Section title={words.one.text}>
              <Compared trace={trace} other={traces[1 - index]!} />
            </Section>
            <Section title={words.one.blocks}>
              <Blocks blocks={trace.boundaries} />
            </Section>
          </div>
        ))}
      </div>
      <p class="soft small">{words.compare.only}</p>
    </article>
  )
}

function FactTable({ traces }: { traces: readonly [Trace, Trace] }) {
  const [left, right] = traces.map(rowsOf) as [Map<string, string>, Map<string, string>]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return (
    <div class="trace-table">
      <table class="table">
        <thead>
          <tr>
            <td />
            {traces.map(({ id, model }) => (
              <th key={id} scope="col">
                <a href={tracesHref({}, [id])}>{words.one.of(model === null ? null : visibleText(model))}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const isSame = left.get(name) === right.get(name)
            return (
              <tr key={name} class={isSame ? 'same' : 'different'}>
                <th scope="row">{name}</th>
                <td>{left.get(name) ?? '–'}</td>
                <td>{isSame ? <span class="soft">{words.compare.same}</span> : (right.get(name) ?? '–')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function rowsOf(trace: Trace): Map<string, string> {
  const facts = factsOf(trace).map(({ name, text }) => [words.one.fact[name], text] as const)
  const usage = countsOf(trace).map(
    ({ name, count: { value, source } }) => [`${words.one.tokens}, ${words.one.usage[name]}`, countText(value, source)] as const,
  )
  const warnings = trace.warnings.map(({ code, count }) => `${code}${count > 1 ? ` × ${count}` : ''}`).join(', ')
  return new Map([...facts, ...usage, ...(warnings === '' ? [] : [[words.one.warnings, warnings] as const])])
}

/** Maximum number of compared characters. Longer texts would block the page. */
const mostChars = 400_000

function Compared({ trace, other }: { trace: Trace; other: Trace }) {
  const [text = '', against = ''] = [trace, other].map((one) => one.reasoningText?.slice(0, mostChars) ?? '')
  if (text.trim() === '') return <p class="soft">{trace.mode === 'metadata' ? words.one.noTextKept : words.one.noText}</p>
  return (
    <div class="trace-text" dir="auto">
      {compareSentences(text, against).map(({ text: sentence, isShared }, index) => {
        const marked = <MarkedText text={sentence} />
        return isShared ? marked : <mark key={index}>{marked}</mark>
      })}
    </div>
  )
}
