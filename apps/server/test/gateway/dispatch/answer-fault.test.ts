import { createRouter } from '@reason/routing'
import { parsePolicyConfig } from '@reason/policy'
import { expect, it } from 'vitest'
import { isApiError } from '@reason/gateway/errors'
import { requestOf } from '@reason/gateway/src/client-apis/client-request'
import { type ClientRequest, openaiChat } from '@reason/gateway/client-apis'
import { dispatchAmongSeveral } from '@reason/gateway/src/dispatch/failover'
import { createBackend } from '@reason/gateway/host'
import { planBackend } from '@reason/gateway/src/backends'
import { singlesOf } from '@reason/gateway/settings'
import { createLearned, type UpstreamFailure } from '@reason/gateway/upstreams'
import { loadConfig } from '../../../src/config/load.ts'
import { openUpstream } from '../../../src/upstream-client/open-upstream.ts'
import { question } from '../../support/gateway.ts'
import { admitted } from '../../support/generation.ts'
import { answers, fakeUpstream, upstreams } from '../../support/several-upstreams.ts'

it.each([true, false])('a fault of ours in looking at an answer ends the request, and not the process (stream: %s)', async (stream) => {
  const { url } = await fakeUpstream('one', answers('Fine.'))
  const config = await loadConfig(upstreams({ name: 'one', url }), {})
  const policy = parsePolicyConfig({})
  const [single] = singlesOf(config)
  const backend = createBackend(single!, planBackend(single!, policy), policy, () => {}, createLearned(), openUpstream)
  const broken = new Error('a format with a fault')
  const wire: typeof backend.wire = {
    ...backend.wire,
    createReader: (options) => ({
      ...backend.wire.createReader(options),
      pushFrame() {
        throw broken
      },
    }),
  }
  const bytes = Buffer.from(JSON.stringify({ model: 'm', messages: question, stream }))
  const request = requestOf(openaiChat, JSON.parse(String(bytes))) as ClientRequest
  const faults: unknown[] = []
  const backends = new Map([['one', { ...backend, wire }]])
  const way = await dispatchAmongSeveral({
    router: createRouter({ upstreams: [{ id: 'one' }] }),
    backends: () => backends,
    hold: () => () => {},
    waits() {},
    first: backend,
    content: { request, bytes },
    policy,
    generation: await admitted(request),
    headers: {},
    sink: { onGone() {} },
    mostHeld: 1000,
    key: undefined,
    startedAt: performance.now(),
    onFault: (error) => faults.push(error),
  })
  if (isApiError(way)) throw new Error(way.message)
  const nothing = (): never => expect.unreachable()
  const failure = await new Promise<UpstreamFailure>((resolve) => {
    way.send({ onHead: nothing, onData: nothing, onEnd: nothing, onFailure: resolve })
  })
  expect(failure).toMatchObject({ status: 500, code: 'internal_error' })
  expect(faults).toEqual([broken])
  way.over({ status: 500, aborted: false, error: 'internal_error' })
  await backend.upstream.close()
})
