import type { Observer } from '@reason/core/pipeline'
import type { Metrics } from '@reason/metrics'
import type { OwnRule } from '../own-rule.ts'

/** Counts how models with channels treat a marker that they were asked for as well. `unneeded`: they wrote channels. `ignored`: neither. */
export const markerRule = (metrics: Pick<Metrics, 'directive'>): OwnRule => ({
  id: 'marker',
  admit({ request: { model }, incoming: { log } }) {
    let said = false
    let fell = false
    let missing = false
    const observer: Observer = {
      id: 'safety-net',
      when: 'before-policy',
      types: ['block-start', 'warning'],
      onPart(part) {
        if (part.type === 'block-start') said = true
        else if (part.type === 'warning') {
          fell ||= part.code === 'fallback'
          missing ||= part.code === 'marker-missing'
        }
      },
    }
    return {
      begin: ({ hasNet }) => (hasNet === true ? { observers: [observer] } : undefined),
      end({ aborted, error }) {
        if (!said || aborted || error !== undefined) return
        const outcome = !fell ? 'unneeded' : missing ? 'ignored' : 'used'
        metrics.directive({ model, outcome })
        if (outcome === 'unneeded') log.info({ model }, 'the requested marker was not needed')
      },
    }
  },
})
