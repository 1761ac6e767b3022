import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dashboard, readYaml, recorded, type Panel } from './files.ts'
import { isMissing, needs, promtool } from './promtool.ts'
import { metricNames, problemsOf, selectorsOf } from './queries.ts'

const panels = dashboard.panels.filter(({ type }) => type !== 'row')

/** Okabe and Ito's colours, which people with any colour vision can tell apart, and a grey. */
const colours = new Set(['#0072B2', '#E69F00', '#009E73', '#56B4E9', '#D55E00', '#F0E442', '#CC79A7', '#999999'])

describe('the dashboard', () => {
  test.each(panels.map((panel) => [panel.title, panel] as const))('%s asks for what there is', (_, { targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.flatMap(({ expr }) => problemsOf(expr, recorded))).toEqual([])
  })

  test('shows every metric', () => {
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name))))
    const missing = metricNames.filter((name) => !shown.has(name) && !shown.has(`${name}_bucket`))
    expect(missing, 'show them in deploy/grafana/reason-dashboard.json').toEqual([])
  })

  test('lets its data source, model and provider be chosen, from what there is', () => {
    const { list } = dashboard.templating
    expect(list.map(({ name, type }) => `${name} ${type}`)).toEqual(['datasource datasource', 'model query', 'provider query'])
    for (const { name, definition } of list.slice(1)) {
      const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition!)!
      expect(label).toBe(name)
      expect(problemsOf(`sum by (${label}) (${metric})`)).toEqual([])
    }
    for (const { datasource, targets = [] } of panels) {
      for (const source of [datasource, ...targets.map((target) => target.datasource)]) expect(source?.uid).toBe('${datasource}')
    }
  })

  test('explains every panel, and gives it an id of its own', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, description = '' } of panels) expect(description, title).toMatch(/\.$/)
  })

  test('puts no panel over another', () => {
    const taken = new Map<string, string>()
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (const cell of cells(gridPos)) {
        expect(taken.get(cell), title).toBeUndefined()
        taken.set(cell, title)
      }
    }
  })

  test('has no colours but those that can be told apart', () => {
    for (const { title, fieldConfig } of panels) {
      const { defaults, overrides } = fieldConfig!
      const all = [defaults.color, ...overrides.flatMap(({ properties }) => properties.map(({ value }) => value))]
      const used = [...all.map(({ fixedColor }) => fixedColor), ...(defaults.thresholds?.steps.map(({ color }) => color) ?? [])]
      for (const { mode } of all) expect(['fixed', 'shades', 'thresholds'], title).toContain(mode)
      for (const colour of used) if (colour !== undefined) expect(colours, title).toContain(colour)
      // Two series of one panel do not share a colour.
      const byName = overrides.filter(({ matcher }) => matcher.id === 'byName').map(({ properties }) => properties[0]!.value.fixedColor)
      expect(new Set(byName).size, title).toBe(byName.length)
    }
  })

  test('is where its provisioning looks for it, with the data source that the example of Prometheus listens for', () => {
    const { providers } = readYaml('grafana/provisioning/dashboards/reason.yaml') as {
      providers: { type: string; options: { path: string } }[]
    }
    expect(providers).toMatchObject([{ type: 'file', options: { path: expect.stringMatching(/^\//) as string } }])
    const { datasources } = readYaml('grafana/provisioning/datasources/prometheus.yaml') as {
      datasources: { type: string; jsonData: { timeInterval: string } }[]
    }
    const { global } = readYaml('prometheus/prometheus.yaml') as { global: { scrape_interval: string } }
    expect(datasources).toMatchObject([{ type: 'prometheus', jsonData: { timeInterval: global.scrape_interval } }])
  })
})

describe.skipIf(isMissing)(needs, () => {
  test('reads every expression of the dashboard', () => {
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withoutVariables(expr)))
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }))
    const file = join(mkdtempSync(join(tmpdir(), 'reason-dashboard-')), 'rules.json')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { output } = promtool(['check', 'rules', file])
    rmSync(dirname(file), { recursive: true })
    expect(output).toContain(`SUCCESS: ${expressions.length} rules found`)
  })
})

/** As Grafana fills them in. */
const withoutVariables = (expression: string): string =>
  expression
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$__range', '6h')
    .replaceAll(/\$(model|provider)/g, '.*')

function* cells({ x, y, w, h }: Panel['gridPos']): Generator<string> {
  for (let column = x; column < x + w; column++) for (let row = y; row < y + h; row++) yield `${column} ${row}`
}
