import type { Finding } from '../finding.ts'
import { excerptOf, markupIn } from '../markup.ts'
import { marked, thinks, type Seen } from '../seen.ts'

/** Whether it stops thinking when it is told to. */
export function thinkingOffFindings(seen: Seen): Finding[] {
  const { off } = seen.probed
  if (off === undefined || !thinks(seen)) return []
  const { sent, effective, notes } = off.knobs
  const asked = Object.keys(sent).length === 0 ? 'there is no field that says it' : `sent ${JSON.stringify(sent)}`
  if (off.failure !== undefined) {
    return [
      {
        id: 'off-refused',
        level: 'advice',
        title: 'It refuses a request not to think.',
        seen: `${asked}; ${off.failure}`,
        means: 'Clients that ask for no thinking get an error.',
      },
    ]
  }
  const markup = markupIn(off.result.answer, seen.registry)
  // Where it always leaks, that is said already; here it is news.
  if (markup !== undefined && marked(seen).length === 0) {
    return [
      {
        id: 'off-leaks',
        level: 'problem',
        title: 'Told not to think, it thinks all the same, and in the answer.',
        seen: `${asked}; ${excerptOf(off.result.answer, markup, seen.show)}`,
        means: 'Who switches thinking off gets to read it.',
        todo: ['let it think, and have the gateway hide it: --visibility none', 'or take a model that has a switch'],
      },
    ]
  }
  const still = markup !== undefined || off.carriers.length > 0 || (off.result.usage?.reasoning?.value ?? 0) > 0
  if (!still && seen.hidesAnswers) {
    return [
      {
        id: 'off-hidden',
        level: 'advice',
        title: 'It stops thinking when it is told to, which the gateway does not expect of this model.',
        seen: asked,
        means: 'The gateway takes such an answer for a thought that was never closed, and clients get an empty one.',
        todo: ['have clients let it think', 'or have the server put reasoning into a field: then there is nothing to guess'],
      },
    ]
  }
  if (!still) return [{ id: 'thinking-off', level: 'ok', title: 'It stops thinking when it is told to.', seen: asked }]
  const known = effective.enabled !== false
  return [
    {
      id: 'thinking-stays',
      level: 'advice',
      title: known ? 'This model cannot be told not to think.' : 'Told not to think, it thinks all the same.',
      seen: [asked, ...notes].join('; '),
      means: 'It costs the same time and money as before.',
      todo: known
        ? ['limit it with a budget: --session-budget']
        : [
            'check that the chat template has the switch (enable_thinking, or thinking for some models)',
            'or hide what it thinks: --visibility none',
          ],
    },
  ]
}
