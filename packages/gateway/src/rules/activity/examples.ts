import { anomalies, leakReasons } from '@reason/metrics'
import type { Examples, GenerationLine } from '@reason/gateway-api'

export interface BehindLog {
  add(line: GenerationLine): void
  now(): Examples
}

/** Most model names per label. Requests may name any model. */
const mostNames = 6

/** @param labelOf - Returns the metrics label of a model. */
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

/** Metrics labels under which a warning is counted. */
function labelsOf(code: string): string[] {
  const labels = [code.replaceAll('-', '_')]
  if (Object.hasOwn(leakReasons, code)) labels.push(leakReasons[code as keyof typeof leakReasons])
  if (Object.hasOwn(anomalies, code)) labels.push(anomalies[code as keyof typeof anomalies])
  return labels
}
