import type { Finding } from '../finding.ts'
import type { Seen } from '../seen.ts'

/** Whether chat requests are answered at all. */
export function requestFindings({ survey, model, probed: { whole, streamed } }: Seen): Finding[] {
  if (whole?.failure !== undefined) {
    return [
      {
        id: 'chat-fails',
        level: 'problem',
        title: `${JSON.stringify(model)} does not answer.`,
        seen: whole.failure,
        means: 'No client gets an answer from it.',
        todo: remedies(whole.status, survey.models.length > 0),
      },
    ]
  }
  if (streamed?.failure === undefined) return []
  return [
    {
      id: 'stream-fails',
      level: 'problem',
      title: 'Asked for a stream, it fails.',
      seen: streamed.failure,
      means: 'Nearly all clients ask for streams.',
      todo: ['look into its own log', 'look for a proxy in between that holds answers back or cuts them'],
    },
  ]
}

function remedies(status: number, hasList: boolean): string[] {
  switch (status) {
    case 401:
    case 403:
      return ['name the environment variable that holds the key: --key-env NAME']
    case 404:
      return [hasList ? 'take a model of its list: --model NAME' : 'check the name of the model, and that it is loaded']
    case 429:
      return ['wait, or look at the limits and the balance of the account']
    case 0:
    case 200:
      return ['give it more time where the model is slow: --timeout 300', 'look into its own log']
    default:
      return ['look into its own log; what it says above is all that clients get']
  }
}
