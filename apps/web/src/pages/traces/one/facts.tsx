import type { Trace } from '@reason/gateway-api'
import type { ComponentChildren } from 'preact'
import { visibleText } from '../../../text/visible.ts'
import { formatDuration } from '../../../words/numbers.ts'
import { words } from '../../../words/en/traces.ts'
import { formatWholeTime } from '../../../ui/times.ts'
import { outcomeText } from '../../../ui/outcome.tsx'

type Name = keyof typeof words.one.fact

/** Known facts of a trace, with their names. Unknown facts are left out. */
export function factsOf(trace: Trace): { name: Name; text: string }[] {
  const { servedModel, upstream, key } = trace.metadata
  const facts: [Name, string | null | undefined][] = [
    ['time', formatWholeTime(trace.createdAt)],
    ['model', trace.model],
    ['servedModel', typeof servedModel === 'string' ? servedModel : undefined],
    ['provider', trace.provider],
    ['upstream', typeof upstream === 'string' ? upstream : undefined],
    ['session', trace.sessionKey],
    ['run', trace.runId],
    ['request', trace.requestId],
    ['tenant', trace.tenant],
    ['key', typeof key === 'string' ? key : undefined],
    ['outcome', outcomeText(trace.outcome)],
    ['duration', trace.durationMs === null ? null : formatDuration(trace.durationMs)],
    ['answer', trace.answerChars === null ? null : words.one.characters(trace.answerChars)],
    ['answerHash', trace.answerHash],
    ['leak', trace.leakScore?.toFixed(3)],
    [
      'redactions',
      Object.entries(trace.redactions)
        .map(([type, count]) => `${type} × ${count}`)
        .join(', '),
    ],
    ['adapter', [trace.adapter, trace.adapterVersion].filter(Boolean).join(' ')],
    ['policy', trace.policyVersion],
    ['class', trace.class],
    ['mode', words.one.modes[trace.mode] ?? trace.mode],
    ['id', trace.id],
  ]
  return facts.flatMap(([name, text]) => (text === null || text === undefined || text === '' ? [] : [{ name, text: visibleText(text) }]))
}

/** @param link - Address for a fact, or undefined. */
export function Facts({ trace, link }: { trace: Trace; link(name: Name, text: string): string | undefined }) {
  return (
    <dl class="trace-facts">
      {factsOf(trace).map(({ name, text }) => (
        <Fact key={name} title={words.one.fact[name]} isCode={isCode.has(name)}>
          <Linked text={text} href={link(name, text)} />
        </Fact>
      ))}
    </dl>
  )
}

const Linked = ({ text, href }: { text: string; href: string | undefined }) => (href === undefined ? text : <a href={href}>{text}</a>)

const isCode: ReadonlySet<Name> = new Set(['id', 'answerHash', 'run', 'request', 'policy', 'model', 'servedModel', 'session'])

function Fact({ title, isCode: code, children }: { title: string; isCode: boolean; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd class={code ? 'mono' : ''}>{children}</dd>
    </div>
  )
}
