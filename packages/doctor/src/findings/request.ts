import type { Notation } from '../http/notation.ts'
import type { Finding } from '../finding.ts'
import type { Examination } from '../examination.ts'

/** Reports whether chat requests succeed at all. */
export function requestFinding({ survey, model, probeAnswers: { whole, streamed }, notation }: Examination): Finding | undefined {
  if (whole?.failure !== undefined) {
    return {
      code: 'chat-fails',
      severity: 'problem',
      title: `${JSON.stringify(model)} does not answer.`,
      evidence: whole.failure,
      impact: 'No client gets an answer from it.',
      remedies: remediesFor(whole.status, survey.models.length > 0, notation),
    }
  }
  if (streamed?.failure === undefined) return undefined
  return {
    code: 'stream-fails',
    severity: 'problem',
    title: 'A streaming request fails.',
    evidence: streamed.failure,
    impact: 'Nearly all clients ask for streams.',
    remedies: ['check the log of the server', 'look for a proxy that buffers or cuts answers'],
  }
}

function remediesFor(status: number, hasList: boolean, notation: Notation): string[] {
  switch (status) {
    case 401:
    case 403:
      return [`name the environment variable that holds the key: ${notation('keyEnv', 'NAME')}`]
    case 404:
      return [hasList ? `use a model of its list: ${notation('model', 'NAME')}` : 'check the name of the model, and that it is loaded']
    case 429:
      return ['wait, or look at the limits and the balance of the account']
    case 0:
    case 200:
      return [`give it more time where the model is slow: ${notation('timeoutMs', '300000')}`, 'check the log of the server']
    default:
      return ['check the log of the server; what it says above is all that clients get']
  }
}
