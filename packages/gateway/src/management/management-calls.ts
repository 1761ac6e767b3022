import { budgetCalls } from './budgets.ts'
import { explainCall } from './explain.ts'
import { keyCalls } from './keys.ts'
import { learnedCalls } from './learned.ts'
import type { ManagementCall } from './management-call.ts'
import { traceExportCall } from './trace-export.ts'
import { traceCalls } from './traces.ts'
import { usageCall } from './usage.ts'

/** All that operators may ask. The export stands before the traces by their id, whose path fits it, too. */
export const managementCalls: readonly ManagementCall[] = [
  traceExportCall,
  ...traceCalls,
  usageCall,
  ...budgetCalls,
  ...keyCalls,
  explainCall,
  ...learnedCalls,
]
