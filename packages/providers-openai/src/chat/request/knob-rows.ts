import { hostKnobRows } from './host-knob-rows.ts'
import type { ListedKnobRow } from './listed.ts'
import { makerKnobRows } from './maker-knob-rows.ts'

/**
 * How much to think, by provider and model: the fields that say it. A row with models counts before the one without; the longest pattern
 * that fits counts among several.
 */
export const knobRows: readonly ListedKnobRow[] = [...makerKnobRows, ...hostKnobRows]
