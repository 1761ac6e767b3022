import { createAccumulator } from '@reason/core'
import type { Item } from '@reason/core/result'
import { partsOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { wires } from './gateway.ts'
import { answered as rows } from './rows.ts'

/** The seal is made at the finish: what a reader gives after it is not in it. */
describe.skipIf(shared === undefined)(`after the finish comes nothing that goes back (${sharedMissing})`, () => {
  test('there are some', () => expect(rows.length).toBeGreaterThan(150))

  test.each(rows)('$id', (row) => {
    const [all, before] = [createAccumulator(), createAccumulator()]
    let isOver = false
    for (const part of partsOf(wires[row.api]!, row)) {
      all.push(part)
      if (!isOver) before.push(part)
      isOver ||= part.type === 'finish'
    }
    const goesBack = (items: readonly Item[]) =>
      items.filter((item) => item.type !== 'native' || item.event.startsWith('replay.') || (item.seals?.length ?? 0) > 0)
    expect(goesBack(before.snapshot().items)).toEqual(goesBack(all.snapshot().items))
  })
})
