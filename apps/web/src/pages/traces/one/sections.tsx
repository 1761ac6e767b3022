import type { TokenCount, Trace } from '@reason/gateway-api'
import type { ComponentChildren } from 'preact'
import { warningCodes } from '@reason/core/warnings'
import { visibleText } from '../../../text/visible.ts'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/traces.ts'

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack trace-section">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Token counts, each with its source. */
export function UsageTable({ trace }: { trace: Trace }) {
  const rows = countsOf(trace)
  if (rows.length === 0) return null
  return (
    <Section title={words.one.tokens}>
      <table class="table trace-usage">
        <tbody>
          {rows.map(({ name, count: { value, source } }) => (
            <tr key={`${name} ${source}`}>
              <th scope="row">{words.one.usage[name]}</th>
              <td class="number">{formatCount(value)}</td>
              <td class={source === 'implausible' ? 'trace-odd' : 'soft'}>{words.one.sources[source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Token counts of the provider. Adds the gateway's own count of reasoning if the provider reports none, or an implausible one. */
export function countsOf({ usage, reasoningTokens, reasoningTokensSource }: Trace): { name: keyof Trace['usage']; count: TokenCount }[] {
  const counted =
    reasoningTokens === null || reasoningTokensSource === null ? [] : [{ value: reasoningTokens, source: reasoningTokensSource }]
  return (['input', 'cached', 'output', 'reasoning', 'total'] as const).flatMap((name) => {
    const said = usage[name] === undefined ? [] : [usage[name]]
    const isCountedApart = name === 'reasoning' && counted[0]?.source !== said[0]?.source
    return [...said, ...(isCountedApart ? counted : [])].map((count) => ({ name, count }))
  })
}

export function Warnings({ warnings }: Pick<Trace, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Section title={words.one.warnings}>
      <ul class="trace-items">
        {warnings.map(({ code, count, message }) => (
          <li key={code} class="notice warn">
            <code>{code}</code> {count > 1 && <span class="badge">{words.one.times(count)}</span>}
            <p>{explained(code)}</p>
            {message !== undefined && message !== explained(code) && <p class="soft small">{visibleText(message)}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const explained = (code: string): string | undefined => (warningCodes as Readonly<Record<string, string>>)[code]

export function Errors({ errors }: Pick<Trace, 'errors'>) {
  if (errors.length === 0) return null
  return (
    <Section title={words.one.errors}>
      <ul class="trace-items">
        {errors.map(({ code, status, message }, index) => (
          <li key={index} class="notice bad">
            <code>{[status, code].filter(Boolean).join(' ')}</code> {message !== undefined && visibleText(message)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Calls({ toolCalls }: Pick<Trace, 'toolCalls'>) {
  if (toolCalls.length === 0) return null
  return (
    <Section title={words.one.calls}>
      <ul class="trace-items">
        {toolCalls.map(({ id, name, chars }, index) => (
          <li key={index}>
            <code>{visibleText(name)}</code> <span class="soft small">{words.one.characters(chars)}</span>{' '}
            {id !== undefined && <code class="soft">{id}</code>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Seals({ seals }: Pick<Trace, 'seals'>) {
  if (seals.length === 0) return null
  return (
    <Section title={words.one.seals}>
      <p class="soft small">{words.one.sealsWhy}</p>
      <ul class="trace-items">
        {seals.map(({ kind, sha256, chars, wire, provider }) => (
          <li key={sha256}>
            <span class="badge">{kind}</span> <code>{sha256}</code>{' '}
            <span class="soft small">{[words.one.characters(chars), provider, wire].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
