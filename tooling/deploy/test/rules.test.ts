import { describe, expect, test } from 'vitest'
import { everyMetric } from './every-metric.ts'
import { prices, readYaml, recorded, rules } from './files.ts'
import { isMissing, needs, promtool } from './promtool.ts'
import { problemsOf, startsAtZero, watchedIncreases } from './queries.ts'

const alerts = rules.filter(({ alert }) => alert !== undefined)

describe.skipIf(isMissing)(needs, () => {
  test.each([
    ['alerts', rules],
    ['prices', prices],
  ])('accepts the rules of %s', (name, { length }) => {
    expect(promtool(['check', 'rules', `${name}.yaml`]).output).toContain(`SUCCESS: ${length} rules found`)
  })

  test('accepts the example of a configuration', () => {
    expect(promtool(['check', 'config', 'prometheus.yaml']).output).toContain('is valid')
  })

  test('has nothing against what the gateway shows', async () => {
    expect(promtool(['check', 'metrics'], await everyMetric())).toEqual({ status: 0, output: '' })
  })

  test.each(['alerts', 'prices'])('finds that the rules of %s do what their tests say', (name) => {
    expect(promtool(['test', 'rules', `${name}.test.yaml`]).output).toContain('SUCCESS')
  })
})

describe('the rules', () => {
  const asking = [...rules, ...prices].filter(({ expr }) => !expr.startsWith('vector('))
  test.each(asking.map(({ alert, record, expr }) => [alert ?? record!, expr]))('%s asks for what there is', (_, expr) => {
    expect(problemsOf(expr, recorded)).toEqual([])
  })

  test('watch no first increase of a counter that does not start at 0', () => {
    const late = alerts.flatMap(({ expr }) => watchedIncreases(expr)).filter((name) => !startsAtZero(name))
    expect(late).toEqual([])
  })

  test('say how bad it is, what happened and what to do', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels?.['severity'])
      expect(Object.keys(annotations ?? {}), alert).toEqual(['summary', 'description'])
    }
  })

  test('all have a unit test in which they fire', () => {
    const { tests } = readYaml('prometheus/alerts.test.yaml') as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const firing = tests.flatMap((one) => one.alert_rule_test).filter(({ exp_alerts }) => exp_alerts.length > 0)
    const names = (list: (string | undefined)[]) => new Set(list)
    expect(names(firing.map(({ alertname }) => alertname))).toEqual(names(alerts.map(({ alert }) => alert)))
  })
})
