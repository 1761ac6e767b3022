import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const folder = fileURLToPath(new URL('../../../deploy', import.meta.url))

export const readYaml = (path: string): unknown => parse(readFileSync(`${folder}/${path}`, 'utf8'))

interface Rule {
  record?: string
  alert?: string
  expr: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

const rulesOf = (path: string): readonly Rule[] =>
  (readYaml(path) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

export const rules = rulesOf('prometheus/alerts.yaml')

/** Example rules for the cost of tokens, in which operators write their prices. */
export const prices = rulesOf('prometheus/prices.yaml')

/** Recorded metric names, with their expressions and labels. */
export const recorded: ReadonlyMap<string, Pick<Rule, 'expr' | 'labels'>> = new Map(
  [...rules, ...prices].flatMap(({ record, ...rule }) => (record === undefined ? [] : [[record, rule]])),
)

interface Colour {
  mode: string
  fixedColor?: string
}

export interface Panel {
  id: number
  type: string
  title: string
  description?: string
  datasource?: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[]
  fieldConfig?: {
    defaults: { unit: string; color: Colour; thresholds?: { steps: { color: string }[] } }
    overrides: { matcher: { id: string; options: string }; properties: { id: string; value: Colour }[] }[]
  }
}

interface Dashboard {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; type: string; definition?: string }[] }
}

export const dashboard = JSON.parse(readFileSync(`${folder}/grafana/reason-dashboard.json`, 'utf8')) as Dashboard
