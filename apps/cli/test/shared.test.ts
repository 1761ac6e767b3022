import { describe, expect, it } from 'vitest'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { reason } from './reason.ts'

/** The whole of what is there goes through the real command; only what no registered wire format reads is skipped. */
describe.skipIf(shared === undefined)(`reason verify, of the shared input${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  it.each([
    ['conformance/harmony.jsonl', []],
    ['conformance/harmony.jsonl', ['--adapter', 'harmony']],
    ['conformance/think-tags.jsonl', []],
    ['conformance/think-tags.jsonl', ['--adapter', 'think-tags']],
  ])('%s %j: all of it holds', { timeout: 120_000 }, async (name, flags) => {
    const { stdout, code } = await reason(['verify', sharedPath(...name.split('/')), ...flags])
    expect(stdout).toMatch(/^\d+ vectors: \d+ passed, 0 failed, 0 skipped\n$/)
    expect(code).toBe(0)
  })

  it.each([
    ['captures', []],
    ['captures', ['--adapter', 'think-tags']],
    ['llama-server/captures', []],
  ])('%s %j: every recording that can be read holds', { timeout: 300_000 }, async (name, flags) => {
    const { stdout, code } = await reason(['verify', sharedPath(...name.split('/')), ...flags])
    expect(stdout).toMatch(/^(skipped \d+: no wire format "[\w-]+" is registered\n)*\d+ recordings: \d+ passed, 0 failed, \d+ skipped\n$/)
    expect(stdout).not.toContain('"openai-chat" is registered')
    expect(code).toBe(0)
  })
})
