import type { ServerOptions } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import Fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from './config/load.ts'
import { createProxyNotice } from './access/behind-proxy.ts'
import { hostRefusal, pageRefusal } from './access/web-pages.ts'
import { type ApiError, badRequest, faultOf, internalError, noRoom, shown, shuttingDown } from '@reason/gateway/errors'
import { clientOf, isOllamas, notOllama, ollamaShape } from '@reason/gateway/client-apis'
import {
  createCurrent,
  createOpenAnswers,
  createRouting,
  createState,
  fieldsOf,
  loggedIds,
  managementCalls,
  newRequestId,
  planState,
  smallBody,
  textLimit,
  unknownRoute,
} from '@reason/gateway/host'
import { createBodyRoom } from './listen/bodies/body-memory.ts'
import { answerClientFault } from './listen/malformed-http.ts'
import { createBodyParser, releaseBody } from './listen/bodies/body-parser.ts'
import { watchConnections } from './listen/connections.ts'
import { lingerOnClose } from './listen/lingering-close.ts'
import { createFloodlessServer } from './listen/pipelining.ts'
import { createLogStream } from './telemetry/log-stream.ts'
import { openStores } from './stores/stores.ts'
import { settle } from './config/fixed-settings.ts'
import { privateHeaders } from './pages/security.ts'
import { live, livePath } from './pages/live.ts'
import { settingsPage } from './pages/settings.ts'
import { pageAddress, servePages } from './pages/serve.ts'
import { pageSession } from './pages/session.ts'
import { onGone } from './listen/client-disconnect.ts'
import { createKeptWarm } from './listen/compiled-code-retention.ts'
import { answers } from './routes/answers.ts'
import { closeSockets, isForSockets, sockets, takeSockets } from './routes/sockets.ts'
import { health } from './routes/health.ts'
import { metrics } from './routes/metrics.ts'
import { refuse } from './routes/refuse.ts'
import type { Services } from './routes/routes.ts'
import { openapi } from './routes/openapi.ts'
import { management } from './routes/management.ts'
import type { Peers } from './stores/peers.ts'
import { openUpstream } from './upstream-client/open-upstream.ts'
import { loopRefusal } from '@reason/gateway/upstreams'
import { via } from './upstream-client/http.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Applies another configuration to new requests. Open answers keep theirs. Settings that need a restart stay unchanged, with a log line.
     *
     * @throws {ReasonError} as `createApp` does; then nothing has changed
     */
    reconfigure(config: Config): void
    /** The registry of metrics, with current values. */
    series(): Registry
  }
}

/**
 * The gateway, or one of its processes, not yet listening. `close()` lets open answers finish (`shutdownTimeout`), then ends them with an error.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` if the configured adapter does not exist.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if a policy needs something that the gateway does not support.
 * @throws {ReasonError} `REASON_STORE_DOWN` if the trace store is unavailable.
 * @throws {ConfigError} if the data folder cannot be created.
 */
export async function createApp(config: Config, peers?: Peers): Promise<FastifyInstance> {
  const plan = planState(config)
  const app = Fastify({
    logger: { level: config.logLevel, stream: createLogStream(), base: peers === undefined ? null : { worker: peers.worker } },
    // Addresses contain names of sessions. Their routes reject names that are too long.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => newRequestId(),
    childLoggerFactory: (logger, { reqId }, options, { headers }) => logger.child(loggedIds(String(reqId), headers), options),
    // No route uses Fastify's schemas, whose compilers would take 2 MB of memory.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Fastify's log lines for each request would repeat ours.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustedProxies ?? false,
    // Fastify also applies this to hooks on close, which wait up to `shutdownTimeout` for answers: after 10 s the stop would fail.
    pluginTimeout: 0,
    clientErrorHandler: answerClientFault,
    serverFactory: (handle) => createFloodlessServer(serverOptions, handle),
    // The `onRequest` hook refuses these requests in the format of the client's API.
    return503OnClosing: false,
    // Fastify finds no route for an address that cannot be decoded, so no error handler would see it.
    frameworkErrors: ({ statusCode: status = 400 }, { url }, reply) =>
      void refuse(
        reply,
        clientOf(url),
        badRequest(`The address ${shown(url)} cannot be decoded. Correct its percent signs.`, null, null, status),
      ),
  })
  const stores = await openStores(plan.config, plan.policy, app.log, peers)
  const routing = createRouting(peers?.share)
  const current = createCurrent(createState(plan, routing, stores, app.log, openUpstream), (error) =>
    app.log.error({ err: faultOf(error) }, 'shutdown failed'),
  )
  const room = createBodyRoom(config.bodyLimit * largeBodies)
  const ofState = fieldsOf(current, ['config', 'since', 'policy', 'backends', 'first', 'routing', 'governance'])
  const services: Services = Object.assign(ofState, {
    access: stores.access,
    answers: createOpenAnswers(createKeptWarm()),
    activity: stores.activity,
    room,
    peers,
    hold: () => current.hold(),
  })

  const connections = watchConnections(app.server)
  let stopUntil = 0
  // Before any hook that refuses a request: the plugin's own hook closes the connection of a refused upgrade.
  // A message arrives in one piece and is parsed as text, so the text limit applies.
  await takeSockets(app, textLimit(config.bodyLimit))
  // Bodies are forwarded unchanged. Only JSON: a foreign web page can send other types without a CORS preflight.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', createBodyParser(room))
  const noticeProxy = stores.access.required ? undefined : createProxyNotice(app.log)
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method } = request
    noticeProxy?.(headers)
    if (services.answers.isDraining()) {
      lingerOnClose(request.raw)
      return void refuse(reply.header('connection', 'close'), clientOf(request.url), shuttingDown)
    }
    const route = request.routeOptions.url
    const isAdministrative = isForAdministrators(route)
    const refusal =
      loopRefusal(headers, via) ??
      hostRefusal(request.raw) ??
      pageRefusal(headers, { isAdministrative, keysRequired: stores.access.required, method }) ??
      (isAdministrative && route !== '/api/session' ? stores.access.adminRefusal(headers) : undefined)
    if (isAdministrative) void reply.headers(privateHeaders)
    if (refusal === undefined) done()
    else void refuse(reply, clientOf(request.url), refusal)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(reply, clientOf(request.url), asApiError(error, request)))
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request
    const page = pageAddress(request)
    if (page !== undefined) return reply.header('vary', 'accept').redirect(page)
    return isOllamas(url)
      ? refuse(reply, ollamaShape, notOllama(method, url))
      : refuse(reply, clientOf(url), unknownRoute(method, url.split('?')[0]!, ofProgram))
  })
  // The last hook before the route, which runs at once. The hold is therefore on the state that the route reads.
  app.addHook('preHandler', (request, reply, done) => {
    releaseBody(request.raw, reply.raw)
    // WebSockets and live connections hold no state between their requests.
    if (!request.ws && request.routeOptions.url !== livePath) onGone(reply.raw, current.hold())
    done()
  })
  app.addHook('preClose', async () => {
    stopUntil = performance.now() + services.config.shutdownTimeout
    app.server.close()
    await services.answers.drain(services.config.shutdownTimeout)
    closeSockets(app)
  })
  app.addHook('onClose', async () => {
    routing.close()
    await current.close()
    await stores.close()
  })
  app.decorate('series', (): Registry => {
    services.governance.upstreams(services.routing?.state() ?? [])
    return services.governance.registry()
  })
  app.decorate('reconfigure', (wanted: Config) => {
    const running = services.config
    const { config: settled, needRestart } = settle(wanted, running)
    const next = planState(settled)
    if (!isDeepStrictEqual(next.policy.llm.reasoning_ratio, plan.policy.llm.reasoning_ratio)) needRestart.push('llm.reasoning_ratio')
    if (needRestart.length > 0) app.log.warn({ settings: needRestart }, 'these settings change with the next restart')
    if (settled.hash === running.hash && isDeepStrictEqual(keysOf(settled), keysOf(running))) return
    current.replace(createState(next, routing, stores, app.log, openUpstream))
    app.log.level = settled.logLevel
    app.log.info({ configuration: settled.hash, file: settled.file }, 'configuration applied')
  })

  const all = [answers, sockets, health, metrics, management, openapi, pageSession, settingsPage, live, servePages]
  for (const routes of all) routes(app, services)
  // The last hook: answers, sockets and pages have sent their last data by then.
  app.addHook('preClose', () => connections.close(Math.max(farewellMs, stopUntil - performance.now())))
  return app
}

/** Number of requests of the maximum size that fit into memory at once. */
const largeBodies = 8

/** Minimum time for connections to send their last data, in milliseconds. */
const farewellMs = 1000

function noSchemas(): never {
  throw new TypeError('A route was given a schema, and Fastify has no compiler for it. Check the body with zod, in the route.')
}

/** Time for a request to arrive completely, in milliseconds, not its answer. Its connection is closed after that. */
const requestTimeoutMs = 300_000

const serverOptions: ServerOptions = {
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 72_000,
  // The `onRequest` hook refuses these requests in the format of the client's API.
  requireHostHeader: false,
  // Some clients offer an upgrade that they can do without (Java's: h2c). An upgraded request would have no body.
  shouldUpgradeCallback: ({ headers, url }) => headers.upgrade?.toLowerCase() === 'websocket' && isForSockets(url),
}

const keysOf = ({ upstreamKey, upstreamKeys }: Config) => [upstreamKey, upstreamKeys]

/**
 * Whether a route shows stored data of all clients or the state of the gateway.
 *
 * @param route - The matched route, not the raw address: `/%61pi/traces` matches `/api/traces`.
 */
const isForAdministrators = (route: string | undefined): boolean => route !== undefined && /^\/(?:api\/|metrics$)/.test(route)

/** Routes of the program that the gateway package does not have. */
const ofProgram = [
  ...managementCalls.map(({ method, path }) => `${method} ${path}`),
  `GET ${livePath}`,
  ...['/openapi.json', '/metrics', '/healthz', '/readyz', '/'].map((path) => `GET ${path}`),
]

function asApiError(error: FastifyError, { routeOptions: { bodyLimit }, log }: FastifyRequest): ApiError {
  const refusal = (message: string, status: number): ApiError => badRequest(message, null, null, status)
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusal(
        `The body is larger than ${bodyLimit} bytes. Send less${bodyLimit === smallBody ? '' : ', or start the gateway with a larger --body-limit'}.`,
        413,
      )
    case noRoom.code:
      return noRoom
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refusal("The body is not declared as JSON. Send the header 'content-type: application/json'.", 415)
  }
  const status = error.statusCode ?? 500
  if (status < 500) return refusal(error.message, status)
  log.error({ err: faultOf(error) }, 'request failed')
  return { ...internalError, status }
}
