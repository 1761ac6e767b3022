import { answer, reasoning } from '../src/index.ts'
import { describeConformance } from '../src/vitest.ts'
import { reference } from './reference.ts'

describeConformance(reference, [
  { name: 'reasoning, then answer', input: '<think>sum</think>4', parts: [reasoning('sum'), answer('4')] },
  { name: 'never closed', input: '<think>sum', parts: [reasoning('sum', { boundary: 'end-of-stream' })], expect: { closed: false } },
  { name: 'ends in half a tag', input: 'if a <', parts: [answer('if a <')] },
  {
    name: 'in pieces, with characters outside the basic plane',
    input: ['<thi', 'nk>😀</th', 'ink>', '👩‍👩‍👧'],
    expect: { reasoning: '😀', answer: '👩‍👩‍👧' },
  },
])
