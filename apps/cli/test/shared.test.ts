import { describe, expect, it } from 'vitest'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { reason } from './reason.ts'

/** The whole of what is there goes through the real command. */
describe.skipIf(shared === undefined)(`reason verify, of the shared input${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  it.each([
    ['conformance/harmony.jsonl', []],
    ['conformance/harmony.jsonl', ['--adapter', 'harmony']],
    ['conformance/think-tags.jsonl', []],
    ['conformance/think-tags.jsonl', ['--adapter', 'think-tags']],
  ])('%s %j: all of it holds', async (name, flags) => {
    const { stdout, code } = await reason(['verify', sharedPath(...name.split('/')), ...flags])
    expect(stdout).toMatch(/^\d+ vectors: \d+ passed, 0 failed, 0 skipped\n$/)
    expect(code).toBe(0)
  })

  it.each([
    ['captures', [], []],
    ['captures', ['--adapter', 'think-tags'], []],
    // Completions of bare text have no wire format: there is nothing in them but text.
    ['llama-server/captures', [], ['llamacpp-completion', 'openai-completions']],
  ])('%s %j: every recording holds', { timeout: 300_000 }, async (name, flags, unread) => {
    const { stdout, code } = await reason(['verify', sharedPath(...name.split('/')), ...flags])
    const skipped = [...stdout.matchAll(/^skipped \d+: no wire format "([\w-]+)" is registered$/gm)]
    expect(skipped.map(([, wire]) => wire)).toEqual(unread)
    expect(stdout).toMatch(/^(skipped .+\n)*\d+ recordings: \d+ passed, 0 failed, \d+ skipped\n$/)
    if (unread.length === 0) expect(stdout).toMatch(/ 0 skipped\n$/)
    expect(code).toBe(0)
  })
})
