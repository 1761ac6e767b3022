import type { Metrics } from '@reason/metrics'
import type { OwnRule } from '../own-rule.ts'
import { createSafetyNet, type SafetyNet } from './marker-outcome.ts'

/** Counts how models with channels handle a marker that they were asked for as well. */
export const markerRule = (metrics: Pick<Metrics, 'directive'>): OwnRule => ({
  id: 'marker',
  admit({ request: { model }, incoming: { log } }) {
    let net: SafetyNet | undefined
    return {
      begin({ hasNet }) {
        if (hasNet !== true) return undefined
        net = createSafetyNet()
        return { observers: [net.observer] }
      },
      end({ aborted, error }) {
        const outcome = aborted || error !== undefined ? undefined : net?.outcome()
        if (outcome === undefined) return
        metrics.directive({ model, outcome })
        if (outcome === 'unneeded') log.info({ model }, 'the requested marker was not needed')
      },
    }
  },
})
