import type { Finding } from '../finding.ts'
import { excerptOf, markupIn } from '../markup.ts'
import { markupAnswers, thinks, type Examination } from '../examination.ts'

/** Reports whether the model stops thinking on request. */
export function thinkingOffFindings(examination: Examination): Finding[] {
  const { off } = examination.probeAnswers
  if (off === undefined || !thinks(examination)) return []
  const { sent, effective, notes } = off.knobs
  const asked = Object.keys(sent).length === 0 ? 'there is no field that says it' : `sent ${JSON.stringify(sent)}`
  if (off.failure !== undefined) {
    return [
      {
        code: 'off-refused',
        severity: 'advice',
        title: 'It refuses a request not to think.',
        evidence: `${asked}; ${off.failure}`,
        impact: 'Clients that ask for no thinking get an error.',
      },
    ]
  }
  const markup = markupIn(off.result.answer, examination.registry)
  // If the model always leaks, another finding reports it.
  if (markup !== undefined && markupAnswers(examination).length === 0) {
    return [
      {
        code: 'off-leaks',
        severity: 'problem',
        title: 'It thinks although thinking was switched off, and puts it into the answer.',
        evidence: `${asked}; ${excerptOf(off.result.answer, markup, examination.show)}`,
        impact: 'Clients that switch thinking off see the reasoning.',
        remedies: ['let it think, and have the gateway hide it: --visibility none', 'or take a model that has a switch'],
      },
    ]
  }
  const { answer, toolCalls, finish } = off.result
  if (off.carriers.length > 0 && answer.trim() === '' && toolCalls.length === 0 && finish?.reason === 'stop') {
    return [
      {
        code: 'off-in-field',
        severity: 'problem',
        title: 'Told not to think, it puts its answer into the field of the reasoning.',
        evidence: `${asked}; all text came in ${off.carriers.join(', ')}`,
        impact: 'Clients that switch thinking off get an empty answer.',
        remedies: [
          'update the server: its parser takes everything for reasoning',
          'or leave it: the gateway gives such a text as the answer, too',
        ],
      },
    ]
  }
  const still = markup !== undefined || off.carriers.length > 0 || (off.result.usage?.reasoning?.value ?? 0) > 0
  if (!still && examination.hidesAnswers) {
    return [
      {
        code: 'off-hidden',
        severity: 'advice',
        title: 'It does not think when thinking is switched off, which the gateway does not expect of this model.',
        evidence: asked,
        impact: 'The gateway takes such an answer for a thought that was never closed, and clients get an empty one.',
        remedies: ['have clients let it think', 'or have the server put reasoning into a field: then there is nothing to guess'],
      },
    ]
  }
  if (!still) return [{ code: 'thinking-off', severity: 'ok', title: 'It does not think when thinking is switched off.', evidence: asked }]
  const known = effective.enabled !== false
  return [
    {
      code: 'thinking-stays',
      severity: 'advice',
      title: known ? 'This model has no working switch for thinking.' : 'It thinks although thinking was switched off.',
      evidence: [asked, ...notes].join('; '),
      impact: 'It costs the same time and money as before.',
      remedies: known
        ? ['limit it with a budget: --session-budget']
        : [
            'check that the chat template has the switch (enable_thinking, or thinking for some models)',
            'or hide what it thinks: --visibility none',
          ],
    },
  ]
}
