import { anomalies, leakReasons } from '@reason/metrics'
import type { GenerationLine } from './activity.ts'

/** What stands behind the numbers of a sample, which have labels only: a few names of models to each, and the latest trace. */
export interface Behind {
  /** By label, if it is not the name itself: the names that were asked for, the latest first. */
  models: Readonly<Record<string, readonly string[]>>
  /** By code of a warning or reason of a leak, as metrics write them: its latest trace. */
  traces: Readonly<Record<string, string>>
}

export interface BehindLog {
  add(line: GenerationLine): void
  now(): Behind
}

/** Names come from requests, which may name anything. */
const mostNames = 6

/** @param labelOf - Of a model in metrics. */
export function createBehind(labelOf: (model: string | undefined) => string): BehindLog {
  const models = new Map<string, string[]>()
  const traces = new Map<string, string>()

  return {
    add({ model, trace, warnings }) {
      if (model !== null) {
        const label = labelOf(model)
        const names = models.get(label) ?? []
        if (label !== model && names[0] !== model) models.set(label, [model, ...names.filter((name) => name !== model)].slice(0, mostNames))
      }
      if (trace !== null) for (const code of warnings) for (const label of labelsOf(code)) traces.set(label, trace)
    },
    now: () => ({ models: Object.fromEntries(models), traces: Object.fromEntries(traces) }),
  }
}

/** Under which a warning is counted. */
function labelsOf(code: string): string[] {
  const labels = [code.replaceAll('-', '_')]
  if (Object.hasOwn(leakReasons, code)) labels.push(leakReasons[code as keyof typeof leakReasons])
  if (Object.hasOwn(anomalies, code)) labels.push(anomalies[code as keyof typeof anomalies])
  return labels
}
