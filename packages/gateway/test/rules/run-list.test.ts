import type { Part, Stage } from '@reason/core'
import type { Governor, Observer } from '@reason/core/pipeline'
import { describe, expect, it, vi } from 'vitest'
import { isApiError, type ApiError } from '../../src/errors/api-error.ts'
import type { RelayOutcome } from '../../src/generation/relay-outcome.ts'
import type { Split } from '../../src/generation/split.ts'
import { createPending } from '../../src/rules/background-work.ts'
import { createGeneration } from '../../src/rules/admitted-generation.ts'
import type { GenerationFacts, OwnAdmitted, OwnRule } from '../../src/rules/own-rule.ts'
import type { OwnRun } from '../../src/generation/own-run.ts'
import { admitByRules } from '../../src/rules/run-list.ts'
import type { Send } from '../../src/upstreams/upstream.ts'

const log = { debug() {}, info() {}, warn() {}, error: vi.fn() }
const split = { adapter: { id: 'plain' }, candidates: [], native: false } as unknown as Split
const outcome: RelayOutcome = { status: 200, aborted: false, adapter: 'plain', warnings: [] }
const refusal: ApiError = { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Wait.' }

const factsOf = (): GenerationFacts =>
  ({ known: { id: 'r', model: 'm' }, wishes: { visibility: 'full' }, sealing: {}, mayStop: false, isSent: false, reports: {} }) as never

const ruleOf = (id: string, run: OwnAdmitted): OwnRule => ({ id, admit: () => run })

async function generationOf(...runs: OwnRun[]) {
  const generation = factsOf()
  const pending = createPending()
  const list = await admitByRules(
    runs.map((run, index) => ruleOf(`rule ${index}`, run)),
    generation,
    pending,
    log,
  )
  if (isApiError(list)) throw new Error(list.message)
  return { ...createGeneration(generation, list), facts: generation, pending }
}

/** Tells when it is over, ended and closed. */
function witness(name: string, seen: string[]): OwnRun {
  const observer: Observer = { id: name, when: 'after-policy', onPart() {}, close: () => void seen.push(`${name} observer`) }
  const governor: Governor = { id: name, onPart: () => 'continue', close: () => void seen.push(`${name} governor`) }
  return {
    governors: [governor],
    begin: () => ({ observers: [observer] }),
    over: () => void seen.push(`${name} over`),
    end: () => void seen.push(`${name} end`),
  }
}

describe('runs of rules', () => {
  it('end in reverse, between observers and governors, when the client has what it gets', async () => {
    const seen: string[] = []
    const { answer, over, pending } = await generationOf(witness('a', seen), witness('b', seen))
    answer.begin(split)
    over(outcome)
    expect(seen).toEqual(['b over', 'a over'])
    await pending.empty()
    expect(seen.slice(2)).toEqual(['a observer', 'b observer', 'b end', 'a end', 'a governor', 'b governor'])
  })

  it('end at once where a later rule refuses', async () => {
    const seen: string[] = []
    const rules = [ruleOf('a', witness('a', seen)), ruleOf('none', undefined), ruleOf('b', { refusal }), ruleOf('c', witness('c', seen))]
    expect(await admitByRules(rules, factsOf(), createPending(), log)).toBe(refusal)
    expect(seen).toEqual(['a over', 'a end', 'a governor'])
  })

  it('take nothing from each other when one fails', async () => {
    log.error.mockClear()
    const seen: string[] = []
    const throwing = (): never => {
      throw new Error('oops')
    }
    const { over, pending } = await generationOf(witness('a', seen), { over: throwing, end: throwing }, { end: async () => throwing() })
    over(outcome)
    await pending.empty()
    expect(seen).toEqual(['a over', 'a end', 'a governor'])
    expect(log.error.mock.calls.map(([, message]: unknown[]) => message)).toEqual(['a rule failed', 'a rule failed', 'a rule failed'])
  })

  it('are waited for', async () => {
    let finish = (): void => {}
    const slow = new Promise<void>((resolve) => (finish = resolve))
    const { over, pending } = await generationOf({ end: () => slow })
    over(outcome)
    const settled = vi.fn()
    const waiting = pending.empty().then(settled)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(settled).not.toHaveBeenCalled()
    finish()
    await waiting
  })
})

describe('a generation of several rules', () => {
  const stage = (): Stage => ({ push: (part: Part) => [part] })

  it('puts last stages behind those of all rules', async () => {
    const [first, last, second] = [stage(), stage(), stage()]
    const { answer, facts } = await generationOf(
      { begin: () => ({ policies: [first], last: [last] }) },
      { begin: () => undefined },
      { begin: () => ({ policies: [second] }) },
    )
    expect(answer.begin(split).policies).toEqual([first, second, last])
    expect([facts.split, facts.known.adapter]).toEqual([split, 'plain'])
  })

  it('sends through the first rule outermost, and says that it was sent', async () => {
    const seen: string[] = []
    const by = (name: string): OwnRun => ({
      sends: (send) => (listener) => {
        seen.push(name)
        return send(listener)
      },
    })
    const { requests, facts } = await generationOf(by('outer'), {}, by('inner'))
    expect(facts.isSent).toBe(false)
    requests.sends((() => void seen.push('upstream')) as unknown as Send)({} as never)
    expect([seen, facts.isSent]).toEqual([['outer', 'inner', 'upstream'], true])
  })

  it('takes the first answer where only one counts, and all where they add up', async () => {
    const { overrun, answer, requests, facts } = await generationOf(
      { mayStop: true, headers: () => ({ x: 'first', y: '1' }), changes: () => ({ knobs: { effort: 'low' } }) as never },
      { headers: () => ({ x: 'second', z: '2' }), rescue: () => ({ effort: 'none' }), stop: () => ['a plan'] as never },
      { rescue: () => ({ effort: 'high' }), stop: () => ['another plan'] as never },
    )
    expect([overrun.mayStop, facts.mayStop, overrun.mayContinue]).toEqual([true, true, false])
    expect(answer.headers()).toEqual({ x: 'first', y: '1', z: '2' })
    expect(requests.changes(() => undefined)).toEqual({ knobs: { effort: 'low' } })
    expect(overrun.rescue({ finish: undefined, warnings: [] } as never, () => undefined)).toEqual({ effort: 'none' })
    expect(overrun.stop({} as never)).toEqual(['a plan'])
    expect(answer.clientNotes.notes()).toBeUndefined()
  })
})
