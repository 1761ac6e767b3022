import type { Balance, GenerationLine, LiveUpstream } from '@reason/gateway-api'
import { budgetStyles } from '../budget/render.ts'
import { plural } from '../render/plural.ts'
import type { TextStyle } from '../render/styles.ts'
import type { Figures, KnownFigures } from '@reason/gateway-api/figures'
import { cell, type StyledLine, type StyledSpan } from '../render/line.ts'
import { bar, clock, count, duration, longDuration, range, rate } from '../render/numbers.ts'

/** A table with its heading. */
export interface Panel {
  head: StyledLine
  rows: readonly StyledLine[]
}

/** Overall state of the gateway. @param now - Unix milliseconds. */
export function summary({ since, version, state }: KnownFigures, figures: Figures, url: string, now: number): StyledLine[] {
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
      `reasoning ${known(figures.firstReasoning)} · answer ${known(figures.firstAnswer)} · gateway adds ${figures.overhead === undefined ? '–' : range(figures.overhead)}`,
    ],
    [
      label('wrong'),
      warn(figures.failed > 0, `${figures.failed} of ${figures.asked} failed`),
      seconds === 0 ? '' : ` in ${Math.round(seconds)} s`,
      ['dim', ' · since start: '],
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

const label = (text: string): StyledSpan => ['dim', cell(text, 9)]

const warn = (isWrong: boolean, text: string): StyledSpan => [isWrong ? 'yellow' : undefined, text]

const storeStyles: Readonly<Record<string, TextStyle>> = { ok: 'green', degraded: 'yellow', down: 'red' }

/** Column widths, in cells. */
const wide = {
  budget: { of: 24, bar: 24 },
  models: { name: 33, rate: [12, 12, 12], total: 18 },
  upstreams: { name: 22, health: 10, numbers: [12, 12, 12, 12] },
  last: { at: 10, model: 24, outcome: 20, numbers: [11, 11, 11] },
}
/** Narrow names and bars, so that the numbers fit into 60 columns. */
const narrow: typeof wide = {
  budget: { of: 16, bar: 10 },
  models: { name: 16, rate: [12, 9, 6], total: 17 },
  upstreams: { name: 13, health: 10, numbers: [8, 8, 8, 11] },
  last: { at: 9, model: 12, outcome: 9, numbers: [10, 11, 8] },
}

/** Column widths for a terminal width. */
export const columnsFor = (cells: number): typeof wide => (cells < 90 ? narrow : wide)

type Columns = typeof wide

/** Budgets with the largest used share first. */
export const budgetSection = (balances: readonly Balance[], { budget }: Columns): Panel => ({
  head: [`BUDGET  ${cell('', budget.of + 1)}${cell('used', budget.bar + 1)}${cell('reasoning tokens left', 22)}`],
  rows: balances.toSorted((a, b) => shareOf(b) - shareOf(a)).map((balance) => budgetRow(balance, budget)),
})

const shareOf = ({ used, reserved, limit }: Balance): number => (used + reserved) / limit

function budgetRow(
  { scope, of, used, limit, available, reserved, level, action, forgottenAt, resetsAt = forgottenAt }: Balance,
  widths: Columns['budget'],
): StyledLine {
  const style = budgetStyles[level]
  const until = resetsAt === undefined ? '' : `, resets in ${longDuration(Math.max(0, resetsAt - Date.now()))}`
  const verdict = level === 'ok' ? '' : level === 'warning' ? '  nearly used up' : `  used up: ${consequences[action]}${until}`
  return [
    ['dim', cell(scope, 8)],
    cell(of, widths.of),
    ' ',
    [style, bar(used / limit, widths.bar)],
    ' ',
    cell(`${count(available)} of ${count(limit)}`, 22),
    reserved > 0 ? ['dim', `  ${count(reserved)} reserved`] : '',
    [style, verdict],
  ]
}

const consequences: Readonly<Record<string, string>> = { warn: 'only said', reject: 'requests are refused', stop: 'thinking is stopped' }

export const modelSection = (models: Figures['models'], { models: { name, rate: widths, total } }: Columns): Panel => ({
  head: [
    cell('MODEL', name),
    ...['reasoning/s', 'answer/s', 'in/s'].map((title, at) => cell(title, widths[at]!, 'right')),
    cell('reasoning total', total, 'right'),
  ],
  rows: models.map(({ model, reasoning, answer, commentary, input, reasoningInAll }) => [
    cell(model, name),
    [reasoning > 0 ? 'cyan' : undefined, cell(rate(reasoning), widths[0]!, 'right')],
    cell(rate(answer + commentary), widths[1]!, 'right'),
    cell(rate(input), widths[2]!, 'right'),
    cell(count(reasoningInAll), total, 'right'),
  ]),
})

export const upstreamSection = (upstreams: readonly LiveUpstream[], { upstreams: { name, health: state, numbers } }: Columns): Panel => ({
  head: [
    cell('UPSTREAM', name + 1 + state),
    ...['running', 'waiting', 'failing', 'first byte'].map((title, at) => cell(title, numbers[at]!, 'right')),
  ],
  rows: upstreams.map(({ upstream, health, inFlight, queued, failureRate, firstByteMs, lastFailure }) => [
    cell(upstream, name),
    ' ',
    [healthStyles[health], cell(health, state)],
    cell(String(inFlight), numbers[0]!, 'right'),
    cell(String(queued), numbers[1]!, 'right'),
    cell(`${Math.round(failureRate * 100)} %`, numbers[2]!, 'right'),
    cell(firstByteMs === undefined ? '–' : duration(firstByteMs), numbers[3]!, 'right'),
    lastFailure === undefined ? '' : ['dim', `  ${lastFailure.kind}, ${longDuration(lastFailure.agoMs)} ago`],
  ]),
})

const healthStyles: Readonly<Record<LiveUpstream['health'], TextStyle>> = { up: 'green', degraded: 'yellow', down: 'red', draining: 'dim' }

/** Latest generations first. */
export const lastSection = (generations: readonly GenerationLine[], { last }: Columns): Panel => ({
  head: [
    cell('LAST', last.at),
    cell('model', last.model + 1),
    cell('outcome', last.outcome),
    ...['reasoning', 'all tokens', 'took'].map((title, at) => cell(title, last.numbers[at]!, 'right')),
    '  session',
  ],
  rows: generations
    .toReversed()
    .map(({ at, model, outcome, status, reasoningTokens, reasoningTokensSource, totalTokens, ms, session }) => [
      ['dim', cell(clock(at), last.at)],
      cell(model ?? '–', last.model),
      ' ',
      [
        status >= 500 || outcome === 'error' ? 'red' : outcome === 'stop' || outcome === 'tool-calls' ? 'green' : 'yellow',
        cell(outcome ?? `HTTP ${status}`, last.outcome),
      ],
      cell(tokensOf(reasoningTokens, reasoningTokensSource === 'estimated'), last.numbers[0]!, 'right'),
      cell(tokensOf(totalTokens), last.numbers[1]!, 'right'),
      cell(duration(ms), last.numbers[2]!, 'right'),
      ['cyan', session === null ? '' : `  ${session}`],
    ]),
})

const tokensOf = (tokens: number | null, isEstimate = false): string =>
  tokens === null ? '–' : `${isEstimate ? '≈ ' : ''}${count(tokens)}`
