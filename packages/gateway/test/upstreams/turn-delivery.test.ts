import { setImmediate as immediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tellInTurn } from '../../src/upstreams/turn-delivery.ts'
import type { AnswerListener, UpstreamCall } from '../../src/upstreams/upstream.ts'

/** Events of a listener, for an upstream whose answers the test chooses. */
function overhear(onTold: (event: string, call: UpstreamCall) => void = () => {}) {
  const told: string[] = []
  const aborted: unknown[] = []
  let upstream!: AnswerListener
  const hear = (event: string): void => {
    told.push(event)
    onTold(event, call)
  }
  const call = tellInTurn(
    (listener) => {
      upstream = listener
      return { pause() {}, resume() {}, abort: (failure) => void aborted.push(failure) }
    },
    {
      onHead: (status) => hear(`head ${status}`),
      onData: (bytes) => hear(`data ${bytes.toString()}`),
      onEnd: () => hear('end'),
      onFailure: ({ code }) => hear(`failure ${code}`),
    },
  )
  return { told, aborted, call, upstream }
}

describe('an answer that is told in turn', () => {
  it('comes in its order, with all that has come of it by then', async () => {
    const { told, upstream } = overhear()
    upstream.onHead(200, {})
    upstream.onData(Buffer.from('{'), true)
    upstream.onData(Buffer.from('}'), false)
    expect(told).toEqual([])
    await immediate()
    expect(told).toEqual(['head 200', 'data {', 'data }'])
    upstream.onEnd()
    await immediate()
    expect(told).toEqual(['head 200', 'data {', 'data }', 'end'])
  })

  it('fails behind what came before that', async () => {
    const { told, upstream } = overhear()
    upstream.onHead(200, {})
    upstream.onFailure({ status: 502, type: 'upstream_error', code: 'reset', message: 'It broke off.' })
    await immediate()
    expect(told).toEqual(['head 200', 'failure reset'])
  })

  it('is not delivered any further once the listener is gone, not even what has come', async () => {
    const { told, aborted, upstream } = overhear((event, call) => {
      if (event === 'data 1') call.abort({ status: 502, code: 'unusable' })
    })
    upstream.onHead(200, {})
    upstream.onData(Buffer.from('1'), true)
    upstream.onData(Buffer.from('2'), false)
    upstream.onEnd()
    await immediate()
    expect(told).toEqual(['head 200', 'data 1'])
    expect(aborted).toEqual([{ status: 502, code: 'unusable' }])
  })
})
