import * as z from 'zod'
import { count } from './shapes.ts'

const figures = {
  traces: count,
  input: count.meta({ description: 'As providers report it: `cached` is a part of it.' }),
  cached: count,
  output: count.meta({ description: 'Reasoning and tool calls included.' }),
  reasoning: count.meta({ description: 'Reported, else estimated from the text.' }),
  written: count.meta({ description: 'What `reasoning` is a part of.' }),
  unreported: count.meta({ description: 'Traces whose provider reported no output.' }),
  durationMs: z.number().min(0),
}

const usageFigures = z.object(figures)

/** Usage of a group of traces. */
const groupUsage = z.object({
  of: z.string().nullable().meta({ description: 'A model, a key, `2026-11-24`. null: of traces that do not say.' }),
  ...figures,
  name: z.string().exactOptional().meta({ description: 'Of a key.' }),
})

/** Response of `GET /api/usage`. */
export const usageReport = z.object({
  items: z.array(groupUsage),
  all: usageFigures.meta({ description: 'Of all groups, also of those that are not among `items`.' }),
  groups: count,
  unreadable: count.exactOptional().meta({ description: 'Damaged traces, which are in no sum. Absent: none.' }),
})

export type UsageFigures = z.output<typeof usageFigures>
export type GroupUsage = z.output<typeof groupUsage>
export type UsageReport = z.output<typeof usageReport>
