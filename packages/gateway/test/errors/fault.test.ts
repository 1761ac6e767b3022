import { expect, it } from 'vitest'
import { faultOf } from '../../src/errors/fault.ts'

it('what a parser could not read is not in the log', () => {
  let fault: { message: string; stack?: string } = { message: '' }
  try {
    JSON.parse('the vault opens with 7-4-1')
  } catch (error) {
    fault = faultOf(error)
  }
  expect(fault.message).toBe('SyntaxError')
  expect(fault.stack).toContain('fault.test.ts')
  expect(JSON.stringify(fault)).not.toContain('vault')
})

it('of other faults the log has what happened, and nothing that hangs on them', () => {
  expect(faultOf(Object.assign(new TypeError('no'), { body: 'vault' }))).toEqual({ message: 'no', stack: expect.stringContaining('no') })
  expect(faultOf('no')).toEqual({ message: 'no' })
})

it('the log has what led to a fault, by the same rules, and ends in a circle of causes', () => {
  const parsed = new SyntaxError('vault')
  expect(faultOf(new Error('The rule a failed', { cause: parsed }))).toMatchObject({
    message: 'The rule a failed',
    cause: { message: 'SyntaxError', stack: expect.not.stringContaining('vault') as string },
  })
  const circle: Error = new Error('round')
  circle.cause = circle
  expect(JSON.stringify(faultOf(circle)).match(/"message":"round"/g)).toHaveLength(4)
  expect(faultOf(new Error('no', { cause: 'vault' }))).not.toHaveProperty('cause')
})
