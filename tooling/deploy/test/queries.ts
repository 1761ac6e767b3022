import { metricDefinitions, type MetricDefinition } from '@reason/metrics'

const definitions: readonly MetricDefinition[] = metricDefinitions

/** Every series that the gateway exports, with its definition. */
const series = new Map<string, MetricDefinition>(
  definitions.flatMap((definition) =>
    (definition.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((suffix) => [definition.name + suffix, definition]),
  ),
)

/** Series and labels that Prometheus itself adds. */
const ofPrometheus = { series: new Set(['up']), labels: new Set(['job', 'instance', 'le']) }

/** Recorded metric names, with their rules. */
type Recorded = ReadonlyMap<string, { expr: string; labels?: Readonly<Record<string, string>> | undefined }>

interface Selector {
  name: string
  matchers: { label: string; operator: string; value: string }[]
}

const keywords = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'bool',
  'offset',
  'inf',
  'nan',
])

/** The selectors of a valid PromQL expression. */
export function selectorsOf(expression: string): Selector[] {
  const selectors: Selector[] = []
  const withoutGroups = expression.replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const pattern = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{([^}]*)\}|\d[\w.]*|([a-zA-Z_:][\w:]*)\s*(\()?/g
  for (const [, matchers, name, call] of withoutGroups.matchAll(pattern)) {
    if (matchers !== undefined) selectors.at(-1)!.matchers = matchersOf(matchers)
    else if (name !== undefined && call === undefined && !keywords.has(name)) selectors.push({ name, matchers: [] })
  }
  return selectors
}

const matchersOf = (text: string): Selector['matchers'] =>
  [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g)].map(([, label, operator, value]) => ({
    label: label!,
    operator: operator!,
    value: value!,
  }))

const groupLabelsOf = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g)].flatMap(([, labels]) =>
    labels!.split(',').flatMap((label) => (label.trim() === '' ? [] : [label.trim()])),
  )

/** Unknown names, labels and label values (if the label has a fixed list) in an expression. */
export function problemsOf(expression: string, recorded: Recorded = new Map()): string[] {
  const selectors = selectorsOf(expression)
  if (selectors.length === 0) return [`no metric in ${expression}`]
  const known = new Set(selectors.flatMap(({ name }) => [...labelsOf(name, recorded)]))
  return [
    ...selectors.flatMap((selector) => selectorProblems(selector, recorded)),
    ...groupLabelsOf(expression)
      .filter((label) => !known.has(label))
      .map((label) => `no metric of this expression has the label ${label}: ${expression}`),
  ]
}

function selectorProblems({ name, matchers }: Selector, recorded: Recorded): string[] {
  const definition = series.get(name)
  if (definition === undefined && !recorded.has(name) && !ofPrometheus.series.has(name)) return [`there is no metric ${name}`]
  return matchers.flatMap(({ label, operator, value }) => {
    if (!labelsOf(name, recorded).has(label)) return [`${name} has no label ${label}`]
    const values = definition?.labels[label]
    if (values === undefined || typeof values === 'string' || value.startsWith('$')) return []
    const asked = operator.includes('~') ? value.split('|') : [value]
    return asked.filter((one) => !values.includes(one)).map((one) => `${name} never has ${label}="${one}"`)
  })
}

function labelsOf(name: string, recorded: Recorded): Set<string> {
  const rule = recorded.get(name)
  const own =
    rule === undefined ? Object.keys(series.get(name)?.labels ?? {}) : [...groupLabelsOf(rule.expr), ...Object.keys(rule.labels ?? {})]
  return new Set([...own, ...ofPrometheus.labels])
}

/** Counters whose first increment matters to an alert: `increase(…) > 0`. */
export const watchedIncreases = (expression: string): string[] =>
  /> 0\s*$/.test(expression) ? selectorsOf(expression).flatMap(({ name }) => (series.get(name)?.type === 'counter' ? [name] : [])) : []

export const startsAtZero = (name: string): boolean => series.get(name)?.zero === true

/** Names of all metrics. */
export const metricNames: readonly string[] = definitions.map(({ name }) => name)
