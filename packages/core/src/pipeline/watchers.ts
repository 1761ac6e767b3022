import { noParts, type Part } from '../parts.ts'
import type { Observer } from './governor.ts'

/** Passes parts to the observers that want them. Removes an observer that throws. */
export interface Watchers {
  /** @returns Warnings about observers that threw. */
  see(part: Part, when: Observer['when']): readonly Part[]
}

export function createWatchers(observers: readonly Observer[]): Watchers {
  let working = observers

  return { see }

  function see(part: Part, when: Observer['when']): readonly Part[] {
    let warnings = noParts
    for (const observer of working) {
      if (observer.when !== when || observer.types?.includes(part.type) === false) continue
      try {
        observer.onPart(part)
      } catch (error) {
        warnings = [...warnings, leaveOut(observer, error)]
      }
    }
    return warnings
  }

  /** A closure in the loop above would allocate an object for each part and observer. */
  function leaveOut(observer: Observer, error: unknown): Part {
    working = working.filter((one) => one !== observer)
    const message = `"${observer.id}" threw and is left out from here on: ${String(error)}`
    return { type: 'warning', code: 'observer-failed', message }
  }
}
