import type { Finished } from '@reason/trace-store'
import type { OwnRule } from '../own-rule.ts'
import type { Activity, EndedGeneration } from './activity.ts'

/** Shows generations that are over, with a link to their traces, to pages and the command. */
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

// Beside the generation and not in it: a trace may wait for a while, and all that a generation knows would wait with it.
async function tell(activity: Activity, ended: EndedGeneration, trace: Promise<Finished> | undefined): Promise<void> {
  const finished = await trace
  activity.over({ ...ended, trace: finished?.stored === true ? finished.id : null })
}
