import { oneLine } from '../client.ts'
import type { Finding } from '../finding.ts'
import { markupIn } from '../markup.ts'
import type { Seen } from '../seen.ts'

/** Warnings of readers that findings of their own are about, or that say nothing of the server. */
const elsewhere = new Set<string>(['implausible-usage', 'not-carried'])

/** Whether streamed is as good as whole. */
export function streamingFindings(seen: Seen): Finding[] {
  const { whole, streamed } = seen.probed
  return [
    ...(streamed === undefined ? [] : hidden(seen)),
    ...(whole === undefined || streamed === undefined ? [] : compared(seen)),
    ...odd(seen),
    ...alive(seen),
  ]
}

function compared({ probed, registry }: Seen): Finding[] {
  const whole = probed.whole!
  const streamed = probed.streamed!
  if (whole.failure !== undefined || streamed.failure !== undefined) return []
  if (!streamed.streamed) {
    return [
      {
        id: 'not-streamed',
        level: 'problem',
        title: 'Asked for a stream, it answers with a whole document.',
        means: 'Users wait for the end of the thought and see nothing until then; some clients fail.',
        todo: ['look for a proxy or a flag that switches streams off'],
      },
    ]
  }
  // Hybrid models decide anew: a plain answer, and then one with a thought. That the field is empty in streams alone is another matter.
  const isPlain = whole.carriers.length === 0 && markupIn(whole.result.answer, registry) === undefined
  const thoughtLater = streamed.carriers.length > 0 || markupIn(streamed.result.answer, registry) !== undefined
  if (isPlain && thoughtLater) {
    return [
      {
        id: 'stream-thinks',
        level: 'ok',
        title: 'Streamed, it thought; whole, it answered plainly.',
        seen: 'models decide that anew for each answer',
      },
    ]
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
    return [
      {
        id: 'stream-differs',
        level: 'problem',
        title: 'Streamed and whole differ.',
        seen: differences.join('; '),
        means: 'What works in one mode fails in the other: reasoning is lost, or shown, where nobody looks.',
        todo: [
          'where only the answer was cut short, ask again with more: --max-tokens 2048',
          'update the server; the gateway reads either',
        ],
      },
    ]
  }
  const same = whole.result.answer === streamed.result.answer && whole.result.reasoning === streamed.result.reasoning
  return [
    {
      id: 'stream-equals',
      level: 'ok',
      title: 'Streamed and whole agree.',
      seen: same ? 'the same text in the same fields' : 'the same fields; the texts differ, as sampling makes them',
    },
  ]
}

const differ = (what: string, whole: string, streamed: string): string[] =>
  whole === streamed ? [] : [`${what}: ${whole || 'none'} when whole, ${streamed || 'none'} when streamed`]

/** Errors that conforming readers of streams do not see. */
function hidden({ probed: { streamed } }: Seen): Finding[] {
  if (streamed!.unseen.length === 0) return []
  return [
    {
      id: 'unseen-error',
      level: 'problem',
      title: 'It reports errors in a field of the stream that readers have to ignore.',
      seen: oneLine(streamed!.unseen[0]!),
      means: 'Clients see an answer that is empty and a success.',
      todo: ['update the server (llama-server did this in 2025)', 'ask for less: the prompt may be too long for its context'],
    },
  ]
}

function odd({ probed }: Seen): Finding[] {
  const all = Object.values(probed).filter(({ failure }) => failure === undefined)
  const warnings = new Map(all.flatMap(({ result }) => result.warnings).map(({ code, message }) => [code, message]))
  for (const code of elsewhere) warnings.delete(code as never)
  if (warnings.size === 0) return []
  const cut = warnings.has('missing-finish')
  return [
    {
      id: cut ? 'cut' : 'odd-wire',
      level: cut ? 'problem' : 'advice',
      title: cut ? 'An answer ended without saying why.' : 'Its answers break the rules of their format in places.',
      seen: [...warnings].map(([code, message]) => `${code}: ${message}`).join('; '),
      means: cut
        ? 'Clients cannot tell a whole answer from one that was cut.'
        : 'Strict clients may fail; the gateway writes it as it should be.',
    },
  ]
}

function alive({ probed: { streamed } }: Seen): Finding[] {
  if (streamed === undefined || streamed.comments === 0) return []
  return [{ id: 'keep-alive', level: 'ok', title: 'It keeps silent streams alive.', seen: `comments in the stream: ${streamed.comments}` }]
}
