import { budgetCalls } from './budgets.ts'
import { explainCall } from './explain.ts'
import { keyCalls } from './keys.ts'
import { learnedCalls } from './learned.ts'
import type { ManagementCall } from './management-call.ts'
import { traceExportCall } from './trace-export.ts'
import { traceCalls } from './traces.ts'
import { usageCall } from './usage.ts'

/** All endpoints for operators. The trace export comes before the traces, because a path with a trace id matches it, too. */
export const managementCalls: readonly ManagementCall[] = [
  traceExportCall,
  ...traceCalls,
  usageCall,
  ...budgetCalls,
  ...keyCalls,
  explainCall,
  ...learnedCalls,
]
