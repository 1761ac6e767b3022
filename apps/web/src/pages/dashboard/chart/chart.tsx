import 'uplot/dist/uPlot.min.css'
import './chart.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { isDark } from '../../../theme/theme.ts'
import { axisSteps } from '../numbers/axis-steps.ts'
import { formatClock } from '../../../ui/times.ts'
import { words } from '../../../words/en/dashboard.ts'
import type { ChartSeries } from '../numbers/series.ts'

/** Dash patterns, so that lines do not differ by colour alone. */
const dashes = { solid: [], dashed: [7, 4], dotted: [2, 3] } as const

export interface ChartLine {
  label: string
  /** Name of a CSS custom property of the theme. */
  color: string
  dash: keyof typeof dashes
}

interface Props {
  title: string
  lines: readonly ChartLine[]
  series: ChartSeries
  /** Time span of the chart in milliseconds, ending at the latest value. */
  spanMs: number
  format: (value: number) => string
  /** Latest values in words, for screen readers. */
  summary: string
  children?: ComponentChildren
}

const height = 168

/** Line chart of the last time span. The legend shows the values under the pointer, or else the latest values. */
export function Chart({ title, lines, series, spanMs, format, summary, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const values = useRef<(HTMLElement | null)[]>([])
  const formatNow = useRef(format)
  formatNow.current = format
  const span = useRef(spanMs)
  span.current = spanMs
  const dark = isDark()

  useEffect(() => {
    const element = box.current!
    const made = new uPlot(optionsOf(element.clientWidth), dataOf(series), element)
    plot.current = made
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      plot.current = undefined
    }
    // Only the theme's colours change while the chart is shown. Its lines do not.
  }, [dark])

  useEffect(() => {
    plot.current!.setData(dataOf(series))
    showPointed(plot.current!)
  }, [series, spanMs, dark])

  return (
    <figure class="stack chart card">
      <figcaption>
        <h2>{title}</h2>
        <ul class="chart-legend">
          {lines.map(({ label, color, dash }, index) => (
            <li key={label}>
              <svg class="chart-sample" style={{ stroke: `var(--${color})` }} viewBox="0 0 24 6" aria-hidden="true">
                <line x1="0" y1="3" x2="24" y2="3" stroke-dasharray={dashes[dash].join(' ')} />
              </svg>
              {label} <b class="number" ref={(element) => void (values.current[index] = element)} />
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="chart-box" ref={box} role="img" aria-label={`${title}. ${summary}`} />
      {children}
    </figure>
  )

  function optionsOf(width: number): uPlot.Options {
    const styles = getComputedStyle(document.documentElement)
    const color = (name: string): string => styles.getPropertyValue(`--${name}`).trim()
    const font = `12px ${color('sans')}`
    const axis: uPlot.Axis = {
      stroke: color('ink-soft'),
      font,
      grid: { stroke: color('line'), width: 1 },
      ticks: { stroke: color('line'), width: 1, size: 4 },
    }
    return {
      width,
      height,
      // Room at the right for half of the last time label.
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
      scales: { x: { time: true, range: rangeNow }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
      axes: [
        { ...axis, size: 28, space: 70, values: (_, splits) => splits.map((seconds) => formatClock(seconds * 1000)) },
        { ...axis, size: 58, space: 32, incrs: axisSteps, values: (_, splits) => splits.map((value) => formatNow.current(value)) },
      ],
      series: [
        {},
        ...lines.map(({ color: name, dash }) => ({
          stroke: color(name),
          width: 2,
          dash: [...dashes[dash]],
          spanGaps: true,
          // A single value makes no line, so it gets a point.
          points: { show: isAlone, size: 7, fill: color(name) },
        })),
      ],
      hooks: { setCursor: [showPointed] },
    }
  }

  function rangeNow({ data: [seconds] }: uPlot): uPlot.Range.MinMax {
    const end = seconds.at(-1) ?? Date.now() / 1000
    return [end - span.current / 1000, end]
  }

  /** Writes the legend's values directly, without a render, because the pointer moves often. */
  function showPointed({ cursor, data }: uPlot): void {
    for (const [index, element] of values.current.entries()) {
      const list = data[index + 1]
      const value =
        list === undefined ? undefined : cursor.idx === null || cursor.idx === undefined ? latestOf([...list]) : list[cursor.idx]
      if (element !== null) element.textContent = textOf(value, formatNow.current)
    }
  }
}

const isAlone = ({ data }: uPlot, line: number): boolean => [...data[line]!].filter((value) => value != null).length === 1

const latestOf = (values: readonly (number | null | undefined)[]): number | null | undefined => values.findLast((value) => value != null)

const dataOf = ({ seconds, lines }: ChartSeries): uPlot.AlignedData => [seconds, ...lines]

const textOf = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? words.notKnown : format(value)
