import { describe, expect, test } from 'vitest'
import { everyMetric } from './every-metric.ts'
import { metricNames, problemsOf, selectorsOf, watchedIncreases } from './queries.ts'

describe('what an expression asks for', () => {
  test('is found in functions, ranges, groups and matchers', () => {
    const expression =
      'histogram_quantile(0.95, sum by (le, model) (rate(reasoning_ratio_bucket{model=~"$model"}[5m]))) / on (model) group_left () reason:x:p95 or vector(0)'
    expect(selectorsOf(expression)).toEqual([
      { name: 'reasoning_ratio_bucket', matchers: [{ label: 'model', operator: '=~', value: '$model' }] },
      { name: 'reason:x:p95', matchers: [] },
    ])
  })

  test.each([
    ['sum(rate(resoning_leak_total[5m]))', 'there is no metric resoning_leak_total'],
    ['rate(reasoning_ratio[5m])', 'there is no metric reasoning_ratio'],
    ['reasoning_leak_total{model="x"}', 'reasoning_leak_total has no label model'],
    ['reasoning_leak_total{reason="analysis_in_finale"}', 'reasoning_leak_total never has reason="analysis_in_finale"'],
    ['upstream_requests_total{outcome=~"ok|timed_out"}', 'upstream_requests_total never has outcome="timed_out"'],
    [
      'sum by (channel) (reasoning_leak_total)',
      'no metric of this expression has the label channel: sum by (channel) (reasoning_leak_total)',
    ],
  ])('%s is wrong', (expression, problem) => {
    expect(problemsOf(expression)).toEqual([problem])
  })

  test('is a first increase where it is compared with nothing', () => {
    expect(watchedIncreases('sum by (reason) (increase(redactions_total[5m])) > 0')).toEqual(['redactions_total'])
    expect(watchedIncreases('sum(rate(redactions_total[5m])) > 0.1')).toEqual([])
  })
})

test('every metric that there is can happen', async () => {
  const text = await everyMetric()
  const missing = metricNames.filter((name) => !text.includes(`# TYPE ${name} `))
  expect(missing, 'let them happen in tooling/deploy/test/every-metric.ts').toEqual([])
})
