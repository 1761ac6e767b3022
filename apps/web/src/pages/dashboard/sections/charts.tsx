import type { GenerationLine, Sample } from '@reason/gateway-api'
import { useMemo } from 'preact/hooks'
import { words } from '../../../words/en/dashboard.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import { Chart, type ChartLine } from '../chart/chart.tsx'
import { formatRate, formatSeconds } from '../numbers/format.ts'
import { firstPieces, requestsPerMinute, tokensPerSecond, type ChartSeries, type TimeSpan } from '../numbers/series.ts'

const tokenLines: readonly ChartLine[] = [
  { label: words.charts.reasoning, color: 'reasoning', dash: 'dashed' },
  { label: words.charts.commentary, color: 'commentary', dash: 'dotted' },
  { label: words.charts.answer, color: 'answer', dash: 'solid' },
]
const requestLines: readonly ChartLine[] = [
  { label: words.charts.done, color: 'good', dash: 'solid' },
  { label: words.charts.refused, color: 'warn', dash: 'dashed' },
  { label: words.charts.failed, color: 'bad', dash: 'dotted' },
]
const timeLines: readonly ChartLine[] = [
  { label: words.charts.firstReasoning, color: 'reasoning', dash: 'dashed' },
  { label: words.charts.firstAnswer, color: 'answer', dash: 'solid' },
]

interface Props {
  /** Samples of the selected span. */
  samples: readonly Sample[]
  generations: readonly GenerationLine[]
  span: TimeSpan
}

export function Charts({ samples, generations, span }: Props) {
  const tokens = useMemo(() => tokensPerSecond(samples), [samples])
  const requests = useMemo(() => requestsPerMinute(samples), [samples])
  // Updated with each sample, so that all charts end at the same time.
  const times = useMemo(() => firstPieces(generations, samples.at(-1)!.at, span), [samples])
  const shown = { since: String(samples[0]!.at), until: String(samples.at(-1)!.at) }
  const charts = [
    { title: words.charts.tokens, lines: tokenLines, series: tokens, format: formatRate },
    { title: words.charts.requests, lines: requestLines, series: requests, format: formatRate },
    { title: words.charts.times, lines: timeLines, series: times, format: formatSeconds },
  ]
  return (
    <div class="charts">
      {charts.map(({ title, lines, series, format }) => (
        <Chart
          key={title}
          title={title}
          lines={lines}
          series={series}
          spanMs={span.ms}
          format={format}
          summary={summaryOf(lines, series, format)}
        >
          <p class="chart-link">
            <a href={tracesHref(shown)}>{words.charts.traces}</a>
          </p>
        </Chart>
      ))}
    </div>
  )
}

function summaryOf(lines: readonly ChartLine[], series: ChartSeries, format: (value: number) => string): string {
  return words.charts.summary(
    lines.map(({ label }, index) => {
      const value = series.lines[index]!.findLast((one) => one !== null)
      return `${label} ${value === undefined || value === null ? words.none : format(value)}`
    }),
  )
}
