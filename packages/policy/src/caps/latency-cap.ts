import type { Governor } from '@reason/core/pipeline'

export interface LatencyCapOptions {
  /** Limit of reasoning time, in milliseconds. */
  maxReasoningMs: number
  /** Clock in milliseconds. Default: `Date.now`. */
  now?: () => number
}

/**
 * Ends reasoning that takes too long (`stop-reasoning`, with a `reasoning-capped` warning), once per choice. Counts only the time in which a reasoning
 * block is open, over all blocks. Checks only when a part arrives, so it cannot act while the upstream is silent.
 */
export function latencyCap({ maxReasoningMs, now = Date.now }: LatencyCapOptions): Governor {
  const choices = new Map<number, { since: number | undefined; spentMs: number; stopped: boolean }>()
  return {
    id: 'reasoning-latency',
    onPart(part) {
      if (!('channel' in part) || part.channel !== 'reasoning' || part.type === 'native') return 'continue'
      const index = part.choice ?? 0
      let choice = choices.get(index)
      if (choice === undefined) choices.set(index, (choice = { since: undefined, spentMs: 0, stopped: false }))
      if (choice.stopped) return 'continue'
      const at = now()
      const openMs = Math.max(0, at - (choice.since ?? at))
      if (part.type === 'block-end') {
        choice.spentMs += openMs
        choice.since = undefined
        return 'continue'
      }
      choice.since ??= at
      if (choice.spentMs + openMs <= maxReasoningMs) return 'continue'
      choice.stopped = true
      return {
        verdict: 'stop-reasoning',
        warning: { code: 'reasoning-capped', message: `The reasoning took more than ${maxReasoningMs} ms and is stopped.` },
      }
    },
  }
}

/** Combines several caps into one governor. The first cap that stops a choice's reasoning issues the warning. */
export function firstCap(caps: readonly Governor[]): Governor {
  const stopped = new Set<number>()
  return {
    id: 'reasoning-cap',
    onPart(part) {
      const choice = ('choice' in part ? part.choice : undefined) ?? 0
      if (stopped.has(choice)) return 'continue'
      for (const cap of caps) {
        const judged = cap.onPart?.(part) ?? 'continue'
        if (judged === 'continue') continue
        stopped.add(choice)
        return judged
      }
      return 'continue'
    },
  }
}
