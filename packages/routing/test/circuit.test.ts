import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCircuit } from '../src/circuit.ts'

const make = (): ReturnType<typeof createCircuit> => createCircuit({ openMs: 100, maxOpenMs: 350, trialMs: 1000 }, () => 0)

describe('a circuit', () => {
  it('lets everything through while it is closed', () => {
    const circuit = make()
    expect(circuit.begin(0)).toBeUndefined()
    expect(circuit.begin(0)).toBeUndefined()
    expect(circuit.state(0)).toBe('closed')
  })

  it('lets nothing through for its time, then one, and closes when that went well', () => {
    const circuit = make()
    circuit.open(0)
    expect(circuit.admits(99)).toBe(false)
    expect(circuit.state(100)).toBe('half-open')
    const trial = circuit.begin(100)!
    expect(circuit.admits(1099)).toBe(false)
    circuit.tried(trial, 'good', 101)
    expect(circuit.state(101)).toBe('closed')
  })

  it('stays open twice as long after each bad trial, up to a limit, and begins anew once it was closed', () => {
    const circuit = make()
    let now = 0
    circuit.open(now)
    const lasting: number[] = []
    for (let trial = 0; trial < 4; trial += 1) {
      lasting.push(circuit.openUntil - now)
      now = circuit.openUntil
      circuit.tried(circuit.begin(now)!, 'bad', now)
    }
    expect(lasting).toEqual([100, 200, 350, 350])
    now = circuit.openUntil
    circuit.tried(circuit.begin(now)!, 'good', now)
    circuit.open(now)
    expect(circuit.openUntil - now).toBe(100)
  })

  it('closes with the head of an answer, and opens again for longer where none followed it', () => {
    const circuit = make()
    circuit.open(0)
    const trial = circuit.begin(100)!
    circuit.began(trial)
    expect(circuit.state(101)).toBe('closed')
    circuit.tried(trial, 'bad', 110)
    expect(circuit.openUntil - 110).toBe(200)
  })

  it.each([
    ['a part of it came', (circuit: ReturnType<typeof make>, trial: number) => circuit.tried(trial, 'bad', 110, true)],
    ['its client left', (circuit: ReturnType<typeof make>, trial: number) => circuit.tried(trial, 'unknown', 110)],
    [
      'another request went well before it failed',
      (circuit: ReturnType<typeof make>, trial: number) => {
        circuit.worked()
        circuit.tried(trial, 'bad', 110)
      },
    ],
  ])('stays closed with the head of an answer where %s', (_, end) => {
    const circuit = make()
    circuit.open(0)
    const trial = circuit.begin(100)!
    circuit.began(trial)
    end(circuit, trial)
    expect(circuit.state(111)).toBe('closed')
    circuit.open(200)
    expect(circuit.openUntil - 200).toBe(100)
  })

  it('stays open when the head of an answer comes after its trial was given up', () => {
    const circuit = make()
    circuit.open(0)
    const trial = circuit.begin(100)!
    circuit.tried(trial, 'unknown', 150)
    circuit.began(trial)
    expect(circuit.state(150)).toBe('half-open')
  })

  it('lets another one try when a trial was given up', () => {
    const circuit = make()
    circuit.open(0)
    circuit.tried(circuit.begin(100)!, 'unknown', 150)
    expect(circuit.begin(150)).toBeDefined()
  })

  it('lets another one try when a trial takes too long, which then decides nothing any more', () => {
    const circuit = make()
    circuit.open(0)
    const slow = circuit.begin(100)!
    const next = circuit.begin(1100)!
    circuit.tried(slow, 'bad', 1200)
    circuit.tried(slow, 'good', 1200)
    expect(circuit.state(1200)).toBe('half-open')
    expect(circuit.admits(1200)).toBe(false)
    circuit.tried(next, 'good', 1300)
    expect(circuit.state(1300)).toBe('closed')
  })

  it('may be tried at once when a probe was answered, and not for a while when it was not', () => {
    const circuit = make()
    circuit.open(0)
    circuit.allowTrial(10)
    expect(circuit.state(10)).toBe('half-open')
    circuit.delayTrial(10)
    expect(circuit.state(10)).toBe('open')
    expect(circuit.openUntil).toBe(210)
  })

  it('waits for a trial that runs, whatever a probe says', () => {
    const circuit = make()
    circuit.open(0)
    const trial = circuit.begin(100)!
    circuit.delayTrial(150)
    expect(circuit.state(150)).toBe('half-open')
    expect(circuit.tried(trial, 'good', 160)).toBe(true)
  })

  it('is opened longer by up to a fifth, so that replicas do not try in step', () => {
    const circuit = createCircuit({ openMs: 100, maxOpenMs: 1000, trialMs: 1000 }, () => 0.5)
    circuit.open(0)
    expect(circuit.openUntil).toBeCloseTo(110)
  })

  it('never lets two through that are not closed, whatever happens', () => {
    const step = fc.oneof(
      fc.constant('open' as const),
      fc.constant('begin' as const),
      fc.constantFrom('good' as const, 'bad' as const, 'unknown' as const),
      fc.constantFrom('allow' as const, 'delay' as const),
      fc.nat(400),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const circuit = make()
        let now = 0
        let trial: { number: number; since: number } | undefined
        for (const one of steps) {
          if (typeof one === 'number') now += one
          else if (one === 'open') circuit.open(now)
          else if (one === 'allow') circuit.allowTrial(now)
          else if (one === 'delay') circuit.delayTrial(now)
          else if (one === 'begin') {
            const before = circuit.state(now)
            if (!circuit.admits(now)) expect(before).not.toBe('closed')
            else {
              const number = circuit.begin(now)
              expect(before).toBe(number === undefined ? 'closed' : 'half-open')
              if (number === undefined) continue
              if (trial !== undefined) expect(now - trial.since).toBeGreaterThanOrEqual(1000)
              trial = { number, since: now }
            }
          } else if (trial !== undefined) {
            circuit.tried(trial.number, one, now)
            trial = undefined
          }
        }
      }),
    )
  })
})
