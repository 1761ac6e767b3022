import { close, closeObservers, type Governor, type Observer } from '@reason/core/pipeline'
import type { ApiError } from '../errors/api-error.ts'
import { faultOf } from '../errors/fault.ts'
import type { Log } from '../log.ts'
import type { Facts, GatewayRule, Run, RunOutcome } from './gateway-rule.ts'
import type { Generation } from './generation.ts'

/** What the registered rules do with one generation. */
export interface Runs {
  /** The generation under these rules, too. */
  govern(generation: Generation): Generation
  /** It does not begin. */
  end(outcome: RunOutcome): Promise<void>
}

/** @returns Why the request may not begin, where one of them refuses it. Those before it have ended then. */
export async function admitByRules(rules: readonly GatewayRule[], facts: Facts, log: Log): Promise<Runs | ApiError> {
  const runs: Run[] = []
  for (const rule of rules) {
    try {
      const admitted = await rule.admit(facts)
      if (admitted === undefined) continue
      if (!('refusal' in admitted)) {
        runs.push(admitted)
        continue
      }
      const { message, status = 403, code = 'refused_by_rule' } = admitted.refusal
      await end({ status, aborted: false, error: code })
      return { status, type: status < 500 ? 'permission_error' : 'server_error', code, message }
    } catch (error) {
      await end({ status: 500, aborted: false, error: 'internal_error' })
      throw new Error(`The rule ${rule.id} failed`, { cause: error })
    }
  }
  return { govern, end }

  /** In reverse. One that fails takes nothing from the others. */
  async function end({ status, aborted, error }: RunOutcome): Promise<void> {
    for (const run of runs.toReversed()) {
      try {
        await run.end?.({ status, aborted, error })
      } catch (fault) {
        log.error({ err: faultOf(fault) }, 'a rule failed')
      }
    }
  }

  function govern(generation: Generation): Generation {
    if (runs.length === 0) return generation
    const { answer } = generation
    const governors: Governor[] = []
    const observers: Observer[] = []
    return {
      ...generation,
      answer: {
        ...answer,
        begin(resolution) {
          const ours = answer.begin(resolution)
          const policies = [...ours.policies]
          for (const run of runs) {
            const more = run.begin?.({ adapter: resolution.adapter.id })
            policies.push(...(more?.policies ?? []))
            governors.push(...(more?.governors ?? []))
            observers.push(...(more?.observers ?? []))
          }
          return { policies, governors: [...ours.governors, ...governors], observers: [...ours.observers, ...observers] }
        },
        headers: () => Object.assign({}, ...runs.map((run) => run.headers?.()), answer.headers()) as Record<string, string>,
      },
      over(outcome) {
        closeObservers(observers)
        generation.over(outcome)
        void close(governors)
          .catch((fault: unknown) => log.error({ err: faultOf(fault) }, 'a rule failed'))
          .then(() => end(outcome))
      },
    }
  }
}
