import { times } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { hostileInputs, inputs, redactor, text } from '../bench/inputs.ts'

test.each([...inputs, ...hostileInputs])('the bench measures right answers: $name', (input) => {
  const whole = text(input, times(20_000, 60_000))
  const redacted = redactor.redact(whole)
  const stream = redactor.stream()
  let out = ''
  for (let at = 0; at < whole.length; at += 16) out += stream.push(whole.slice(at, at + 16))
  expect(out + stream.end()).toBe(redacted.text)
  // None of it holds anything, but for passwords.
  if (!/assignments|quotations|come again/.test(input.name)) expect(redacted.text).toBe(whole)
})
