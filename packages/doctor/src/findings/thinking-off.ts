import type { Finding } from '../finding.ts'
import { excerptOf, markupIn } from '../markup.ts'
import { markupAnswers, thinks, type Examination } from '../examination.ts'

/** Reports whether the model stops thinking on request. */
export function thinkingOffFinding(examination: Examination): Finding | undefined {
  const { off } = examination.probeAnswers
  if (off === undefined || !thinks(examination)) return undefined
  const { sent, effective, notes } = off.knobs
  const asked = Object.keys(sent).length === 0 ? 'there is no field for it' : `sent ${JSON.stringify(sent)}`
  if (off.failure !== undefined) {
    return {
      code: 'off-refused',
      severity: 'advice',
      title: 'The server refuses a request to switch thinking off.',
      evidence: `${asked}; ${off.failure}`,
      impact: 'Clients that switch thinking off get an error.',
    }
  }
  const markup = markupIn(off.result.answer, examination.registry)
  // If the model always leaks, another finding reports it.
  if (markup !== undefined && markupAnswers(examination).length === 0) {
    return {
      code: 'off-leaks',
      severity: 'problem',
      title: 'The model thinks although thinking was switched off, and its reasoning is in the answer.',
      evidence: `${asked}; ${excerptOf(off.result.answer, markup, examination.show)}`,
      impact: 'Clients that switch thinking off see the reasoning.',
      remedies: ['leave thinking on, and hide it in the gateway: --visibility none', 'or use a model that has a switch'],
    }
  }
  const { answer, toolCalls, finish } = off.result
  if (off.carriers.length > 0 && answer.trim() === '' && toolCalls.length === 0 && finish?.reason === 'stop') {
    return {
      code: 'off-in-field',
      severity: 'problem',
      title: 'With thinking off, the answer is in the reasoning field.',
      evidence: `${asked}; all text came in ${off.carriers.join(', ')}`,
      impact: 'Clients that switch thinking off get an empty answer.',
      remedies: [
        'update the server: its parser treats the whole text as reasoning',
        'or change nothing: the gateway delivers such a text as the answer',
      ],
    }
  }
  const still = markup !== undefined || off.carriers.length > 0 || (off.result.usage?.reasoning?.value ?? 0) > 0
  if (!still && examination.hidesAnswers) {
    return {
      code: 'off-hidden',
      severity: 'advice',
      title: 'The model does not think when thinking is switched off, which the gateway does not expect of this model.',
      evidence: asked,
      impact: 'The gateway treats such an answer as reasoning that was never closed, and clients get an empty answer.',
      remedies: ['leave thinking on in clients', 'or set the server to send reasoning in a separate field'],
    }
  }
  if (!still)
    return { code: 'thinking-off', severity: 'ok', title: 'The model does not think when thinking is switched off.', evidence: asked }
  const known = effective.enabled !== false
  return {
    code: 'thinking-stays',
    severity: 'advice',
    title: known ? 'This model has no working switch for thinking.' : 'The model thinks although thinking was switched off.',
    evidence: [asked, ...notes].join('; '),
    impact: 'Requests with thinking off cost the same time and money as others.',
    remedies: known
      ? ['limit the reasoning with a budget: --session-budget']
      : [
          'check that the chat template has the switch (enable_thinking, or thinking for some models)',
          'or hide the reasoning: --visibility none',
        ],
  }
}
