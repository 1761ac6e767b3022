import type { UpstreamEvent } from '@reason/metrics'
import { expect, it } from 'vitest'
import { unusableAnswer } from '../../../src/errors/upstream-error.ts'
import type { AnswerFailure } from '../../../src/errors/failure.ts'
import type { AnswerListener } from '../../../src/upstreams/upstream.ts'
import { watched } from '../../../src/rules/metrics/upstream-metrics.ts'

/** How an answer is counted whose body has ended. @param isRead - What its reader says then. @param end - What the reader says later. */
function counted(isRead: void | false, end: (abort: (failure?: AnswerFailure) => void) => void): UpstreamEvent[] {
  const events: UpstreamEvent[] = []
  let upstream: AnswerListener
  const call = watched(
    (listener) => {
      upstream = listener
      return { pause() {}, resume() {}, abort() {} }
    },
    { id: 'up', provider: undefined },
    { upstream: (event) => events.push(event) },
  )({ onHead() {}, onData() {}, onEnd: () => isRead, onFailure() {} })
  upstream!.onHead(200, {})
  upstream!.onEnd()
  end((failure) => call.abort(failure))
  for (const event of events) delete event.responseMs
  return events
}

it.each<[string, void | false, AnswerFailure | undefined, Partial<UpstreamEvent>]>([
  ['good, once its reader has read it', undefined, undefined, { status: 200 }],
  ['good, whatever is said of it later', undefined, unusableAnswer('up', 'is odd'), { status: 200 }],
  ['good, where a reader that was behind has no fault to find', false, undefined, { status: 200 }],
  [
    'of no use, where a reader that was behind finds a limit exceeded',
    false,
    unusableAnswer('up', 'is odd'),
    { status: 200, error: 'protocol' },
  ],
])('an answer is %s', (_, isRead, failure, event) => {
  expect(counted(isRead, (abort) => abort(failure))).toEqual([{ upstream: 'up', ...event }])
})
