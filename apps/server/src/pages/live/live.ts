import type { ServerResponse } from 'node:http'
import { encodeSse } from '@reason/core/framing'
import type { GatewayState, Hello, LiveBalance, LiveEvent, Sample } from '@reason/gateway-api'
import type { FastifyRequest } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { isGone } from '../../listen/client-disconnect.ts'
import { upstreamView } from '../../routes/health.ts'
import { refuseApi } from '../../routes/refuse.ts'
import type { Routes } from '../../routes/routes.ts'
import { version } from '../../version.ts'
import { privateHeaders } from '../security.ts'
import { createHistory } from './history.ts'
import { takeSample } from './sample.ts'
import { createWrittenTokens } from './written-tokens.ts'

/** Path of the live stream. Its open connections delay neither a change of the configuration nor a shutdown. */
export const livePath = '/api/live'

const everyMs = 2000
/** A page costs a sample every two seconds. */
const mostPages = 32
/** Buffered bytes beyond which a page counts as disconnected. */
const mostWaiting = 1_048_576

/**
 * `GET /api/live`: how the gateway fares, as server-sent events.
 *
 *   hello ─▶ { state | generation | budget }* ─▶ bye
 */
export const live: Routes = (app, services) => {
  const { activity, access } = services
  const history = createHistory<Sample>(compact)
  const writtenTokens = createWrittenTokens()
  const pages = new Set<{ send(event: LiveEvent): void; check(): void; close(why: string): void }>()
  let sampling = false
  const timer = setInterval(() => void tick(), everyMs).unref()
  const unlisten = activity.listen((event) => {
    for (const page of pages)
      page.send(event.type === 'generation' ? { event: 'generation', data: event.generation } : { event: 'budget', data: event.budget })
  })

  app.addHook('preClose', (done) => {
    clearInterval(timer)
    unlisten()
    for (const page of pages) page.close('The gateway is being shut down.')
    done()
  })

  app.get(livePath, async (request, reply) => {
    if (pages.size >= mostPages) return refuseApi(reply, tooMany)
    const sample = await sampleNow()
    const state = await stateOf(sample)
    reply.hijack()
    open(request, reply.raw, {
      version: version(),
      everyMs,
      since: services.since.getTime(),
      configuration: services.config.hash,
      history: history.samples(),
      generations: activity.generations(),
      budgetEvents: activity.budgets(),
      state,
    })
    return reply
  })

  function open({ headers }: FastifyRequest, response: ServerResponse, hello: Hello): void {
    // The client may have disconnected while the state was collected; `close` will not be emitted again.
    if (isGone(response)) return
    response.writeHead(200, {
      ...privateHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const page = {
      send({ event, data }: LiveEvent): void {
        response.write(encodeSse({ event, data: JSON.stringify(data) }))
        if (response.writableLength > mostWaiting) response.destroy()
      },
      /** Closes the page if its key was revoked since it opened. */
      check(): void {
        const refusal = access.adminRefusal(headers)
        if (refusal !== undefined) page.close(refusal.message)
      },
      close(why: string): void {
        pages.delete(page)
        page.send({ event: 'bye', data: { message: why } })
        response.end()
      },
    }
    pages.add(page)
    response.on('close', () => pages.delete(page))
    page.send({ event: 'hello', data: hello })
  }

  /** Takes a sample, also while no page is open, so that a page opened later has a history. */
  async function tick(): Promise<void> {
    // The previous sample may still wait for a store.
    if (sampling) return
    sampling = true
    try {
      const sample = await sampleNow()
      history.add(sample)
      for (const page of pages) page.check()
      if (pages.size === 0) return
      const state = await stateOf(sample)
      for (const page of pages) page.send({ event: 'state', data: state })
    } catch (error) {
      app.log.warn({ err: { message: String(error) } }, 'dashboard not updated')
    } finally {
      sampling = false
    }
  }

  async function sampleNow(): Promise<Sample> {
    const { peers, governance } = services
    const source = peers === undefined ? governance.registry() : { getMetricsAsJSON: () => peers.series() }
    const { running, ...sample } = await takeSample(source, Date.now())
    return { ...sample, written: writtenTokens({ tokens: sample.tokens, running }) }
  }

  async function stateOf(sample: Sample): Promise<GatewayState> {
    const { governance, routing } = services
    const { store, running, unsettled, counts } = governance.budgets.state()
    return {
      sample,
      upstreams:
        routing?.state().map((upstream) => ({
          ...upstreamView(upstream),
          priority: upstream.priority,
          weight: upstream.weight,
          concurrency: upstream.concurrency,
          failureRate: upstream.failureRate,
          ...(upstream.firstByteMs !== undefined && { firstByteMs: Math.round(upstream.firstByteMs) }),
          counts: upstream.counts,
        })) ?? [],
      budgets: { store, running, unsettled, counts, balances: await balances() },
      traces: governance.traces?.state() ?? { status: 'off' },
      behind: activity.behind(),
    }
  }

  async function balances(): Promise<LiveBalance[]> {
    const shown = await Promise.all(
      activity.active().map(async ({ identity, limits }) => {
        const found = await services.governance.budgets.show(identity, limits && { limits }).catch(() => [])
        return found.map((balance): LiveBalance => ({ ...balance, key: identity.key ?? null }))
      }),
    )
    // Several sessions have one key, and several keys one team.
    const seen = new Map(shown.flat().map((view) => [`${view.scope} ${view.of} ${view.scope === 'session' ? view.key : ''}`, view]))
    return [...seen.values()]
  }
}

/** Charts of hours show all models together. */
function compact(sample: Sample): Sample {
  const written = { reasoning: 0, commentary: 0, answer: 0 }
  for (const { reasoning, commentary, answer } of Object.values(sample.written)) {
    written.reasoning += reasoning
    written.commentary += commentary
    written.answer += answer
  }
  return { ...sample, tokens: {}, written: { all: written }, firstReasoning: none, firstAnswer: none, ratio: none }
}

const none = { bounds: [], counts: [], sum: 0 }

const tooMany: ApiError = {
  status: 503,
  type: 'server_error',
  code: 'too_many_pages',
  message: `${mostPages} dashboards are open. Close one, and reload this.`,
}
