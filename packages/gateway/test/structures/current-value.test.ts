import { expect, it } from 'vitest'
import { createCurrent } from '../../src/structures/current-value.ts'

function value(name: string, closed: string[], fault?: Error) {
  return {
    name,
    async close() {
      if (fault !== undefined) throw fault
      closed.push(name)
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('closes what was replaced when the last work that uses it is over', async () => {
  const closed: string[] = []
  const current = createCurrent(value('first', closed), () => {})
  const one = current.hold()
  const two = current.hold()
  current.replace(value('second', closed))
  expect(current.value.name).toBe('second')
  const three = current.hold()
  one()
  await settled()
  expect(closed).toEqual([])
  two()
  await settled()
  expect(closed).toEqual(['first'])
  current.replace(value('third', closed))
  current.replace(value('fourth', closed))
  await settled()
  expect(closed).toEqual(['first', 'third'])
  three()
  await current.close()
  expect(closed.toSorted()).toEqual(['first', 'fourth', 'second', 'third'])
})

it('waits at the end for what was replaced, and not for work with what was not', async () => {
  const closed: string[] = []
  const current = createCurrent(value('first', closed), () => {})
  const release = current.hold()
  current.replace(value('second', closed))
  current.hold()
  let over = false
  const end = current.close().then(() => (over = true))
  await settled()
  expect({ over, closed }).toEqual({ over: false, closed: ['second'] })
  release()
  await end
  expect(closed).toEqual(['second', 'first'])
})

it('goes on when one cannot be closed', async () => {
  const faults: unknown[] = []
  const closed: string[] = []
  const current = createCurrent(value('first', closed, new Error('stuck')), (fault) => faults.push(fault))
  current.replace(value('second', closed))
  await current.close()
  expect(faults).toEqual([new Error('stuck')])
  expect(closed).toEqual(['second'])
})
