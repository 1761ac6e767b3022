import { noParts, type Part } from '../parts.ts'
import type { Observer } from './governor.ts'

/** Shows parts to the observers that want them. One that throws is left out from there on. */
export interface Watchers {
  /** @returns What is to be said of observers that threw. */
  see(part: Part, when: Observer['when']): readonly Part[]
}

export function createWatchers(observers: readonly Observer[]): Watchers {
  let working = observers
  /** Text comes by the hundred: who wants it is known beforehand. Everything else comes once or twice, and is asked for when it does. */
  let before = wantText(working, 'before-policy')
  let after = wantText(working, 'after-policy')

  return { see }

  function see(part: Part, when: Observer['when']): readonly Part[] {
    const isText = part.type === 'delta'
    let warnings = noParts
    for (const observer of !isText ? working : when === 'before-policy' ? before : after) {
      if (!isText && !wants(observer, part.type, when)) continue
      try {
        observer.onPart(part)
      } catch (error) {
        warnings = [...warnings, leaveOut(observer, error)]
      }
    }
    return warnings
  }

  function leaveOut(observer: Observer, error: unknown): Part {
    working = working.filter((one) => one !== observer)
    before = wantText(working, 'before-policy')
    after = wantText(working, 'after-policy')
    return {
      type: 'warning',
      code: 'observer-failed',
      message: `"${observer.id}" threw and is left out from here on: ${String(error)}`,
    }
  }
}

const wants = (observer: Observer, type: Part['type'], when: Observer['when']): boolean =>
  observer.when === when && (observer.types === undefined || observer.types.includes(type))

const wantText = (observers: readonly Observer[], when: Observer['when']): readonly Observer[] =>
  observers.filter((observer) => wants(observer, 'delta', when))
