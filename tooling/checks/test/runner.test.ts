import { expect, test } from 'vitest'
import type { Check } from '../check.ts'
import { runChecks } from '../runner.ts'

async function run(checks: Check[]): Promise<{ passed: boolean; lines: string }> {
  const lines: string[] = []
  const passed = await runChecks(checks, 2, (line) => lines.push(line))
  return { passed, lines: lines.join('\n') }
}

test('all pass', async () => {
  const { passed, lines } = await run([
    { name: 'one', run: () => ({ problems: [] }) },
    { name: 'two', run: () => ({ problems: [], table: 'a table' }) },
  ])
  expect(passed).toBe(true)
  expect(lines).toMatch(/one \(.*two \(.*\n\na table$/s)
})

test('one that skips passes and shows why', async () => {
  const { passed, lines } = await run([{ name: 'one', run: () => ({ problems: [], skipped: 'the history is short' }) }])
  expect(passed).toBe(true)
  expect(lines).toMatch(/- one: skipped, the history is short$/)
})

test('one that finds something fails the run and shows it', async () => {
  const { passed, lines } = await run([
    { name: 'one', run: () => ({ problems: ['a.ts:1 is wrong'] }) },
    { name: 'two', run: () => ({ problems: [] }) },
  ])
  expect(passed).toBe(false)
  expect(lines).toContain('    a.ts:1 is wrong')
})

test('one that breaks fails the run', async () => {
  const { passed, lines } = await run([{ name: 'one', run: () => Promise.reject(new Error('no such tool')) }])
  expect(passed).toBe(false)
  expect(lines).toContain('no such tool')
})

test('what needs a check that failed does not run', async () => {
  let ran = false
  const { passed, lines } = await run([
    { name: 'build', run: () => ({ problems: ['broken'] }) },
    {
      name: 'types',
      after: 'build',
      run: () => {
        ran = true
        return { problems: [] }
      },
    },
  ])
  expect(passed).toBe(false)
  expect(ran).toBe(false)
  expect(lines).toContain('types: not run')
})

test('no more run at once than allowed', async () => {
  let now = 0
  let most = 0
  const check = (name: string): Check => ({
    name,
    run: async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 1))
      now--
      return { problems: [] }
    },
  })
  await run(['a', 'b', 'c', 'd', 'e'].map(check))
  expect(most).toBe(2)
})
