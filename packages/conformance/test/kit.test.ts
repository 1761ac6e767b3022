import { answer, reasoning, tagRows } from '../src/index.ts'
import { describeConformance } from '../src/vitest.ts'
import { close, open, reference } from './reference.ts'

// The example of the README and of the style guide, with the reference in place of a published adapter.
describeConformance(reference, [
  { name: 'reasoning, then answer', input: '<think>sum</think>4', parts: [reasoning('sum'), answer('4')] },
  { name: 'never closed', input: '<think>sum', parts: [reasoning('sum')] },
  { name: 'ends in half a tag', input: 'if a <', parts: [answer('if a <')] },
])

describeConformance(reference(), tagRows({ open, close }), { name: 'the reference passes the rows for tags' })

// Capabilities that are not declared show as skipped tests, each with its reason.
describeConformance(reference({ id: 'modest', capabilities: { multipleReasoningBlocks: true }, signals: [] }), tagRows({ open, close }), {
  spelling: { open, close },
})
