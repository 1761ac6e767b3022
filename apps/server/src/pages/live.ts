import type { ServerResponse } from 'node:http'
import { encodeSse } from '@reason/core/framing'
import type { Hello, LiveEvent } from '@reason/gateway-api'
import type { FastifyRequest } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { createLiveReport } from '@reason/gateway/host'
import { isGone } from '../listen/client-disconnect.ts'
import { refuseApi } from '../routes/refuse.ts'
import type { Routes } from '../routes/routes.ts'
import { version } from '../version.ts'
import { privateHeaders } from './security.ts'

/** Path of the live stream. Its open connections delay neither a change of the configuration nor a shutdown. */
export const livePath = '/api/live'

const everyMs = 2000
/** Maximum number of open pages. Each page costs a sample every two seconds. */
const mostPages = 32
/** Buffered bytes beyond which a page counts as disconnected. */
const mostWaiting = 1_048_576

/**
 * `GET /api/live`: the state of the gateway, as server-sent events.
 *
 *   hello ─▶ { state | generation | budget }* ─▶ bye
 */
export const live: Routes = (app, services) => {
  const { activity, access, peers } = services
  const report = createLiveReport(services, () =>
    peers === undefined ? services.governance.registry() : { getMetricsAsJSON: () => peers.series() },
  )
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
    const state = await report.state(await report.sample())
    reply.hijack()
    open(request, reply.raw, {
      version: version(),
      everyMs,
      since: services.since.getTime(),
      configuration: services.config.hash,
      history: report.history(),
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
      const sample = await report.sample()
      report.keep(sample)
      for (const page of pages) page.check()
      if (pages.size === 0) return
      const state = await report.state(sample)
      for (const page of pages) page.send({ event: 'state', data: state })
    } catch (error) {
      app.log.warn({ err: { message: String(error) } }, 'dashboard not updated')
    } finally {
      sampling = false
    }
  }
}

const tooMany: ApiError = {
  status: 503,
  type: 'server_error',
  code: 'too_many_pages',
  message: `${mostPages} dashboards are open. Close one, and reload this page.`,
}
