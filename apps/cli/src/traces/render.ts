import type { SearchHit, TraceRecord, TraceSummary } from '@reason/trace-store'
import { safeLine, safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'

/** Renders a trace as one line of a list. */
export function renderLine(trace: TraceSummary, paint: Paint): string {
  const { id, createdAt, model, outcome, reasoningTokens, answerChars, durationMs, sessionKey, leakScore } = trace
  const cells = [
    paint('dim', new Date(createdAt).toISOString().replace('T', ' ').slice(0, 19)),
    safeLine(id),
    safeLine(model ?? '?').padEnd(24),
    outcomeOf(outcome, paint),
    `${reasoningTokens ?? '?'} tokens of reasoning`.padStart(26),
    `${answerChars ?? 0} characters of answer`.padStart(26),
    durationMs === null ? '' : `${(durationMs / 1000).toFixed(1)} s`,
    ...(sessionKey === null ? [] : [paint('cyan', safeLine(sessionKey))]),
    ...((leakScore ?? 0) > 0 ? [paint('red', `leak ${leakScore!.toFixed(2)}`)] : []),
  ]
  return `${cells.join('  ')}\n`
}

const good = new Set(['stop', 'tool-calls'])

const outcomeOf = (outcome: string, paint: Paint): string => paint(good.has(outcome) ? 'green' : 'yellow', safeLine(outcome).padEnd(19))

/** Renders a search hit: the line of its trace, and the matched text. */
export function renderHit({ trace, snippet }: SearchHit, paint: Paint): string {
  return `${renderLine(trace, paint)}    ${highlighted(snippet, paint)}\n`
}

function highlighted({ text, ranges }: SearchHit['snippet'], paint: Paint): string {
  let out = ''
  let at = 0
  for (const { start, end } of ranges) {
    out += paint('dim', oneLine(text.slice(at, start))) + paint('bold', oneLine(text.slice(start, end)))
    at = end
  }
  return out + paint('dim', oneLine(text.slice(at)))
}

const oneLine = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ')

/** Renders a block. Old traces have no origin. */
const blockOf = ({ channel, chars, boundary, origin }: TraceRecord['boundaries'][number]): string =>
  `${channel} ${chars} (${[origin, boundary].filter((word) => word !== undefined).join(', ')})`

export function renderTrace(trace: TraceRecord, paint: Paint): string {
  const { reasoningText, boundaries, warnings, errors, toolCalls, seals, usage, timings, redactions, ...rest } = trace
  const rows: [string, string][] = [
    ['id', trace.id],
    ['time', new Date(trace.createdAt).toISOString()],
    ['model', [trace.model, trace.provider].filter(Boolean).join(' at ')],
    ['session, run', [trace.sessionKey, trace.runId].filter(Boolean).join(', ')],
    ['outcome', trace.outcome],
    ['reasoning', counted(trace.reasoningTokens, trace.reasoningTokensSource)],
    ['answer', `${trace.answerChars ?? 0} characters${trace.answerHash === null ? '' : `, sha256 ${trace.answerHash.slice(0, 16)}`}`],
    [
      'usage',
      Object.entries(usage)
        .map(([name, { value, source }]) => `${name} ${value} (${source})`)
        .join(', '),
    ],
    [
      'timings',
      Object.entries({ ...timings, durationMs: rest.durationMs })
        .flatMap(([name, ms]) => (ms === null || ms === undefined ? [] : [`${name.replace(/Ms$/, '')} ${Math.round(ms)} ms`]))
        .join(', '),
    ],
    ['split by', [trace.adapter, trace.adapterVersion].filter(Boolean).join(' ')],
    ['blocks', boundaries.map(blockOf).join(' ▸ ')],
    ['tool calls', toolCalls.map(({ name, chars }) => `${name} (${chars})`).join(', ')],
    ['seals', seals.map(({ kind, sha256 }) => `${kind} ${sha256}`).join(', ')],
    ['leak score', trace.leakScore === null ? '' : trace.leakScore.toFixed(3)],
    [
      'redacted',
      Object.entries(redactions)
        .map(([type, count]) => `${type} ${count}`)
        .join(', '),
    ],
    [
      'warnings',
      warnings
        .map(({ code, count, message }) => `${code}${count > 1 ? ` × ${count}` : ''}${message === undefined ? '' : `: ${message}`}`)
        .join('\n'),
    ],
    ['errors', errors.map(({ code, message }) => [code, message].filter(Boolean).join(': ')).join('\n')],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${safeText(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`)
  if (reasoningText !== null) lines.push('', paint('bold', '[reasoning]'), safeText(reasoningText))
  return `${lines.join('\n')}\n`
}

const counted = (tokens: number | null, source: string | null): string =>
  tokens === null ? 'unknown' : `${tokens} tokens${source === null ? '' : ` (${source})`}`
