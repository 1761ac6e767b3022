import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, it } from 'vitest'
import { addGrams, clearGrams, closeGrams, hasGram, newGramSet } from '../../src/comparison/gram-set.ts'

const gram = fc.integer({ min: 0, max: 2 ** 30 - 1 })

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ add: fc.array(gram, { maxLength: 400 }) }) },
  fc.constant({ clear: true } as const),
  fc.constant({ close: true } as const),
)

it('holds what was added since it was cleared or closed, and nothing of sets before it', () => {
  const maxSize = 1000
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), action), { maxLength: 30 }), fc.array(gram, { maxLength: 50 }), (actions, others) => {
      const sets = [0, 1, 2].map(() => ({ real: newGramSet(maxSize), model: new Set<number>() }))
      for (const [index, act] of actions) {
        const { real, model } = sets[index]!
        if ('add' in act) {
          addGrams(real, Int32Array.from(act.add), act.add.length)
          for (const one of act.add) if (model.size < maxSize) model.add(one)
        } else {
          if ('clear' in act) clearGrams(real)
          else closeGrams(real)
          model.clear()
        }
        for (const each of sets) {
          expect(each.real.size).toBe(each.model.size)
          for (const one of [...each.model, ...others]) expect(hasGram(each.real, one)).toBe(each.model.has(one))
        }
      }
      for (const { real } of sets) closeGrams(real)
    }),
    { numRuns: runs(200) },
  )
})
