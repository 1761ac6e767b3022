import { expect, it } from 'vitest'
import { readJsonBody } from '../../src/clients/json-body.ts'

/** How many turns of the event loop others get while a body is read. */
async function turnsFor(megabytes: number): Promise<number> {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(megabytes * 1_048_576) }))
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  expect(await readJsonBody(body, '{}')).toHaveProperty('json.text.length', megabytes * 1_048_576)
  clearImmediate(next)
  return turns
}

it('a large body is read in turns', async () => {
  expect(await turnsFor(8)).toBeGreaterThanOrEqual(8)
})
