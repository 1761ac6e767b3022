import { oneLine } from '../http/client.ts'
import type { Finding } from '../finding.ts'
import { markupIn } from '../markup.ts'
import type { Examination } from '../examination.ts'

/** Warnings of readers that have separate findings, or do not concern the server. */
const elsewhere = new Set<string>(['implausible-usage', 'not-carried'])

/** Reports differences between streamed and unstreamed responses. */
export function streamingFindings(examination: Examination): Finding[] {
  const { whole, streamed } = examination.probeAnswers
  return [streamed && hidden(examination), whole && streamed && compared(examination), odd(examination), alive(examination)].flatMap(
    (found) => found ?? [],
  )
}

function compared({ probeAnswers, registry, notation }: Examination): Finding | undefined {
  const whole = probeAnswers.whole!
  const streamed = probeAnswers.streamed!
  if (whole.failure !== undefined || streamed.failure !== undefined) return undefined
  if (!streamed.streamed) {
    return {
      code: 'not-streamed',
      severity: 'problem',
      title: 'The server answers a streaming request with a whole document.',
      impact: 'Users see no text until the end of the answer, and some clients fail.',
      remedies: ['look for a proxy or a flag that switches streams off'],
    }
  }
  // Hybrid models decide each time: a plain answer, and then one with a thought. A field that is empty only in streams is another finding.
  const isPlain = whole.carriers.length === 0 && markupIn(whole.result.answer, registry) === undefined
  const thoughtLater = streamed.carriers.length > 0 || markupIn(streamed.result.answer, registry) !== undefined
  if (isPlain && thoughtLater) {
    return {
      code: 'stream-thinks',
      severity: 'ok',
      title: 'The streamed answer has reasoning, the whole one has none.',
      evidence: 'models decide that for each answer',
    }
  }
  const differences = [
    ...differ('the fields of the reasoning', whole.carriers.join(', '), streamed.carriers.join(', ')),
    ...differ(
      'markup in the answer',
      markupIn(whole.result.answer, registry)?.adapter ?? '',
      markupIn(streamed.result.answer, registry)?.adapter ?? '',
    ),
  ]
  if (differences.length > 0) {
    return {
      code: 'stream-differs',
      severity: 'problem',
      title: 'Streamed and whole answers differ.',
      evidence: differences.join('; '),
      impact: 'Reasoning is lost or shown in one of the two modes.',
      remedies: [
        `if only the answer was cut short, ask again with more tokens: ${notation('maxTokens', '2048')}`,
        'update the server; the gateway reads both',
      ],
    }
  }
  const same = whole.result.answer === streamed.result.answer && whole.result.reasoning === streamed.result.reasoning
  return {
    code: 'stream-equals',
    severity: 'ok',
    title: 'Streamed and whole answers agree.',
    evidence: same ? 'the same text in the same fields' : 'the same fields; the texts differ, as sampling makes them',
  }
}

const differ = (what: string, whole: string, streamed: string): string[] =>
  whole === streamed ? [] : [`${what}: ${whole || 'none'} when whole, ${streamed || 'none'} when streamed`]

/** Reports errors that conforming stream readers do not see. */
function hidden({ probeAnswers: { streamed } }: Examination): Finding | undefined {
  if (streamed!.hiddenErrors.length === 0) return undefined
  return {
    code: 'unseen-error',
    severity: 'problem',
    title: 'The server reports errors in a field of the stream that clients ignore.',
    evidence: oneLine(streamed!.hiddenErrors[0]!),
    impact: 'Clients get an empty answer that looks like a success.',
    remedies: ['update the server (llama-server did this in 2025)', 'send a shorter prompt: it may be too long for the context'],
  }
}

function odd({ probeAnswers }: Examination): Finding | undefined {
  const all = Object.values(probeAnswers).filter(({ failure }) => failure === undefined)
  const warnings = new Map(all.flatMap(({ result }) => result.warnings).map(({ code, message }) => [code, message]))
  for (const code of elsewhere) warnings.delete(code as never)
  if (warnings.size === 0) return undefined
  const cut = warnings.has('missing-finish')
  return {
    code: cut ? 'cut' : 'odd-wire',
    severity: cut ? 'problem' : 'advice',
    title: cut ? 'An answer ended without a finish reason.' : 'Some answers break the rules of their format.',
    evidence: [...warnings].map(([code, message]) => `${code}: ${message}`).join('; '),
    impact: cut ? 'Clients cannot tell a whole answer from one that was cut.' : 'Strict clients may fail. The gateway corrects the format.',
  }
}

function alive({ probeAnswers: { streamed } }: Examination): Finding | undefined {
  if (streamed === undefined || streamed.comments === 0) return undefined
  return {
    code: 'keep-alive',
    severity: 'ok',
    title: 'The server keeps silent streams alive.',
    evidence: `comments in the stream: ${streamed.comments}`,
  }
}
