import type { Finished } from '@reason/trace-store'
import type { OwnRule } from '../own-rule.ts'
import type { Activity, EndedGeneration } from './activity.ts'

/** Reports finished generations to pages and the CLI, each with its trace id. */
export const activityRule = (activity: Activity): OwnRule => ({
  id: 'activity',
  admit(generation) {
    const { asked, request, wishes, reports } = generation
    const line = activity.begin(asked, { stream: request.stream })
    return {
      begin: () => ({ observers: line.observers }),
      end: (outcome) =>
        generation.isSent ? tell(activity, line.end(outcome), wishes.traceMode === 'none' ? undefined : reports.trace) : undefined,
    }
  },
})

// A separate function, because a trace may wait for a while. A closure inside `admit` would keep the whole generation in memory.
async function tell(activity: Activity, ended: EndedGeneration, trace: Promise<Finished> | undefined): Promise<void> {
  const finished = await trace
  activity.over({ ...ended, trace: finished?.stored === true ? finished.id : null })
}
