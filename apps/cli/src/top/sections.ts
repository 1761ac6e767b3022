import { bar, budgetStyles, type Balance } from '../budget/render.ts'
import { plural } from '../render/plural.ts'
import type { Style } from '../render/styles.ts'
import type { Figures, Known } from './figures.ts'
import { cell, type Line, type Span } from './line.ts'
import type { GenerationLine, Upstream } from './live.ts'
import { clock, count, duration, longDuration, range, rate } from './numbers.ts'

/** A table with its head. */
export interface Section {
  head: Line
  rows: readonly Line[]
}

/** How all of it fares. @param now - Unix milliseconds. */
export function summary({ since, version, state }: Known, figures: Figures, url: string, now: number): Line[] {
  const { tokens, seconds } = figures
  const thought = tokens.reasoning + tokens.commentary + tokens.answer
  const share = thought === 0 ? '' : ` · ${Math.round((tokens.reasoning / thought) * 100)} % of it reasoning`
  const known = (value: number | undefined): string => (value === undefined ? '–' : duration(value * 1000))
  const { traces, budgets, sample } = state
  const waiting = (traces.queued ?? 0) + (traces.journalled ?? 0)
  return [
    [['bold', 'reason top'], ` ${url} `, ['dim', `· ${version} · up ${longDuration(now - since)} · ${clock(now)}`]],
    [],
    [label('now'), ['bold', `${sample.inFlight} running`], ` · ${rate(figures.requests)} requests/s · ${rate(thought)} tokens/s${share}`],
    [
      label('first'),
      `reasoning after ${known(figures.firstReasoning)} · answer after ${known(figures.firstAnswer)} · the gateway adds ${figures.overhead === undefined ? '–' : range(figures.overhead)}`,
    ],
    [
      label('wrong'),
      warn(figures.failed > 0, `${figures.failed} of ${figures.asked} failed`),
      seconds === 0 ? '' : ` in ${Math.round(seconds)} s`,
      ['dim', ' · since the start: '],
      warn(figures.leaks > 0, plural(figures.leaks, 'leak')),
      ' · ',
      warn(figures.anomalies > 0, `${figures.anomalies} ${figures.anomalies === 1 ? 'anomaly' : 'anomalies'}`),
      ' · ',
      warn(figures.truncations > 0, `${figures.truncations} cut off`),
    ],
    [
      label('stores'),
      'traces ',
      [storeStyles[traces.status], traces.status],
      waiting > 0 ? ` (${waiting} wait)` : '',
      ' · budgets ',
      [storeStyles[budgets.store], budgets.store],
    ],
  ]
}

const label = (text: string): Span => ['dim', cell(text, 9)]

const warn = (isWrong: boolean, text: string): Span => [isWrong ? 'yellow' : undefined, text]

const storeStyles: Readonly<Record<string, Style>> = { ok: 'green', degraded: 'yellow', down: 'red' }

/** Those that are closest to their end first. */
export const budgetSection = (balances: readonly Balance[]): Section => ({
  head: [`BUDGET  ${cell('', 25)}${cell('used', 25)}${cell('reasoning tokens left', 22)}`],
  rows: balances.toSorted((a, b) => shareOf(b) - shareOf(a)).map(budgetRow),
})

const shareOf = ({ used, reserved, limit }: Balance): number => (used + reserved) / limit

function budgetRow({ scope, of, used, limit, available, reserved, level, action, resetsAt }: Balance): Line {
  const style = budgetStyles[level]
  const until = resetsAt === undefined ? '' : `, anew in ${longDuration(Math.max(0, resetsAt - Date.now()))}`
  const verdict = level === 'ok' ? '' : level === 'warning' ? '  nearly used up' : `  used up: ${consequences[action]}${until}`
  return [
    ['dim', cell(scope, 8)],
    cell(of, 24),
    ' ',
    [style, bar(used / limit, 24)],
    ' ',
    cell(`${count(available)} of ${count(limit)}`, 22),
    reserved > 0 ? ['dim', `  ${count(reserved)} reserved`] : '',
    [style, verdict],
  ]
}

const consequences: Readonly<Record<string, string>> = { warn: 'only said', reject: 'requests are refused', stop: 'thinking is stopped' }

export const modelSection = (models: Figures['models']): Section => ({
  head: [
    cell('MODEL', 33),
    ...['reasoning/s', 'answer/s', 'in/s', 'reasoning in all'].map((title) => cell(title, title === 'reasoning in all' ? 18 : 12, 'right')),
  ],
  rows: models.map(({ model, reasoning, answer, commentary, input, reasoningInAll }) => [
    cell(model, 33),
    [reasoning > 0 ? 'cyan' : undefined, cell(rate(reasoning), 12, 'right')],
    cell(rate(answer + commentary), 12, 'right'),
    cell(rate(input), 12, 'right'),
    cell(count(reasoningInAll), 18, 'right'),
  ]),
})

export const upstreamSection = (upstreams: readonly Upstream[]): Section => ({
  head: [cell('UPSTREAM', 33), ...['running', 'waiting', 'failing', 'first byte'].map((title) => cell(title, 12, 'right'))],
  rows: upstreams.map(({ upstream, health, inFlight, queued, failureRate, firstByteMs, lastFailure }) => [
    cell(upstream, 22),
    ' ',
    [healthStyles[health], cell(health, 10)],
    cell(String(inFlight), 12, 'right'),
    cell(String(queued), 12, 'right'),
    cell(`${Math.round(failureRate * 100)} %`, 12, 'right'),
    cell(firstByteMs === undefined ? '–' : duration(firstByteMs), 12, 'right'),
    lastFailure === undefined ? '' : ['dim', `  ${lastFailure.kind}, ${longDuration(lastFailure.agoMs)} ago`],
  ]),
})

const healthStyles: Readonly<Record<Upstream['health'], Style>> = { up: 'green', degraded: 'yellow', down: 'red', draining: 'dim' }

/** The latest first. */
export const lastSection = (generations: readonly GenerationLine[]): Section => ({
  head: [
    cell('LAST', 10),
    cell('model', 25),
    cell('outcome', 20),
    ...['reasoning', 'all tokens', 'took'].map((title) => cell(title, 11, 'right')),
    '  session',
  ],
  rows: generations
    .toReversed()
    .map(({ at, model, outcome, status, reasoningTokens, reasoningTokensSource, totalTokens, ms, session }) => [
      ['dim', cell(clock(at), 10)],
      cell(model ?? '–', 24),
      ' ',
      [
        status >= 500 || outcome === 'error' ? 'red' : outcome === 'stop' || outcome === 'tool-calls' ? 'green' : 'yellow',
        cell(outcome ?? `HTTP ${status}`, 20),
      ],
      cell(tokensOf(reasoningTokens, reasoningTokensSource === 'estimated'), 11, 'right'),
      cell(tokensOf(totalTokens), 11, 'right'),
      cell(duration(ms), 11, 'right'),
      ['cyan', session === null ? '' : `  ${session}`],
    ]),
})

const tokensOf = (tokens: number | null, isEstimate = false): string =>
  tokens === null ? '–' : `${isEstimate ? '≈ ' : ''}${count(tokens)}`
