import { metricDefinitions, type MetricDefinition } from '@reason/metrics'
import { generated } from './pages.ts'

const labelsOf = ({ labels }: MetricDefinition): string[] =>
  Object.entries(labels).map(([name, values]) => {
    if (typeof values === 'string') return `- \`${name}\`: ${values}`
    // Codes of warnings are a page of their own.
    return values.length > 20
      ? `- \`${name}\`: ${values.length} values, such as \`${values[0]}\``
      : `- \`${name}\`: ${values.map((value) => `\`${value}\``).join(', ')}`
  })

function sectionOf(definition: MetricDefinition): string {
  const { name, type, help, zero, buckets } = definition
  const facts = [type, zero && 'present with 0 from the start', buckets && `buckets up to ${buckets.at(-1)}`].filter(Boolean).join(' · ')
  return `## \`${name}\`\n\n${help}\n\n${[facts, ...labelsOf(definition)].join('\n\n').replaceAll('\n\n-', '\n-').replace('\n-', '\n\n-')}\n`
}

export const metricsPage = (): string => `# Metrics

${generated}

\`GET /metrics\` serves these to Prometheus. A metric appears when its first event has happened, unless it is present from the start. [How do I monitor a gateway?](../how-to/monitor-a-gateway.md)

The labels name \`models\` and \`providers\`, two options of \`createMetrics\`. In the gateway, \`models\` is \`--metrics-models\`, and \`providers\` are those of its upstreams.

${(metricDefinitions as readonly MetricDefinition[]).map(sectionOf).join('\n')}`
