import type { Observer } from '@reason/core/pipeline'

/** How a model with channels handled a marker that it was asked for as well. `unneeded`: it wrote channels. `ignored`: it used neither. */
export type NetOutcome = 'unneeded' | 'used' | 'ignored'

export interface SafetyNet {
  observer: Observer
  /** Undefined: the answer is empty. */
  outcome(): NetOutcome | undefined
}

export function createSafetyNet(): SafetyNet {
  let said = false
  let fell = false
  let missing = false
  return {
    observer: {
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
    },
    outcome() {
      if (!said) return undefined
      if (!fell) return 'unneeded'
      return missing ? 'ignored' : 'used'
    },
  }
}
