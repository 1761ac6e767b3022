import * as z from 'zod'
import { count } from './shapes.ts'

const figures = {
  traces: count,
  input: count.meta({ description: 'Input tokens as providers report them, `cached` included.' }),
  cached: count,
  output: count.meta({ description: 'Output tokens, reasoning and tool calls included.' }),
  reasoning: count.meta({ description: 'Reasoning tokens: reported, else estimated from the text.' }),
  written: count.meta({
    description: 'Tokens of the total that contains `reasoning`: the reported output, else an estimate from the text.',
  }),
  unreported: count.meta({ description: 'Number of traces whose provider reported no output tokens.' }),
  durationMs: z.number().min(0),
}

const usageFigures = z.object(figures)

const groupUsage = z.object({
  of: z
    .string()
    .nullable()
    .meta({ description: 'Name of the group: a model, a key, a day such as `2026-11-24`. null: traces without this value.' }),
  ...figures,
  name: z.string().exactOptional().meta({ description: 'Name of the key.' }),
})

/** Response of `GET /api/usage`. */
export const usageReport = z.object({
  items: z.array(groupUsage),
  all: usageFigures.meta({ description: 'Sum of all groups, including groups that are not in `items`.' }),
  groups: count,
  unreadable: count.exactOptional().meta({ description: 'Number of damaged traces, which no sum includes. Absent: none.' }),
})

export type UsageFigures = z.output<typeof usageFigures>
export type GroupUsage = z.output<typeof groupUsage>
export type UsageReport = z.output<typeof usageReport>
