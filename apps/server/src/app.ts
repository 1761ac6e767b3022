import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'
import type { Config } from './config/load.ts'
import { isLoopback } from './config/loopback.ts'
import { shuttingDown, type ApiError } from './clients/api-error.ts'
import type { ClientApi } from './clients/client-api.ts'
import { clientApis, clientOf } from './clients/clients.ts'
import { createFormats } from './formats.ts'
import { openGovernance } from './governance/governance.ts'
import { decideAfterOf, parseLlm } from './governance/llm.ts'
import { createChoose } from './relay/choose.ts'
import { createOpenAnswers } from './relay/open-answers.ts'
import { createRequestWriter } from './relay/upstream-request.ts'
import { answers } from './routes/answers.ts'
import { faultOf } from './routes/fault.ts'
import { health } from './routes/health.ts'
import { home } from './routes/home.ts'
import { metrics } from './routes/metrics.ts'
import { models } from './routes/models.ts'
import { sessions } from './routes/sessions.ts'
import { traces } from './routes/traces.ts'
import { createEmbeddedUpstream } from './upstream/embedded.ts'
import { createHttpUpstream } from './upstream/http.ts'

/**
 * The gateway, not yet listening. `close()` lets open answers finish (`shutdownTimeout`), then ends them with an error.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, when the configured adapter is none.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, when policies ask for what no gateway does.
 * @throws {ReasonError} `REASON_STORE_DOWN`, when traces can be stored nowhere.
 * @throws {ConfigError} when the folder for data cannot be made.
 */
export async function createApp(config: Config): Promise<FastifyInstance> {
  const upstream = config.upstream === undefined ? createEmbeddedUpstream(config.pace) : createHttpUpstream(config.upstream, config)
  const formats = createFormats(config)
  const policy = parseLlm(config.llm)
  const { drop_from_history: dropsHistory } = policy.llm.postproc.reasoning
  const upstreamWire = formats.wire(upstream.api.id)
  const clientOfFormat = (id: ClientApi['id']) => {
    const wire = formats.wire(id)
    return { wire, requests: createRequestWriter(wire, upstreamWire, upstream, config, (plan) => governance.replayed(plan), dropsHistory) }
  }
  const app = Fastify({
    logger: { level: config.logLevel, base: null },
    // Names of sessions stand in addresses; what is too long for them is said by their routes.
    routerOptions: { maxParamLength: 16_384 },
    // Its lines for each request would hold nothing that ours do not.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    // Refused below, in the shape that clients understand.
    return503OnClosing: false,
  })
  const choose = createChoose(formats.registry, config, policy)
  const governance = await openGovernance(config, formats, upstream.provider, policy, app.log)
  const services = {
    config: { ...config, decideAfter: decideAfterOf(config, policy) },
    policy,
    clients: {
      'openai-chat': clientOfFormat('openai-chat'),
      'openai-responses': clientOfFormat('openai-responses'),
      'anthropic-messages': clientOfFormat('anthropic-messages'),
    },
    upstreamWire,
    upstream,
    choose,
    governance,
    answers: createOpenAnswers(),
  }

  // Bodies are passed on as they came. Only JSON: other types are what a foreign web page can send without being asked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (services.answers.isDraining()) void refuse(reply.header('connection', 'close'), request.url, shuttingDown)
    else if (origin !== undefined && !isLocalPage(origin)) void refuse(reply, request.url, foreignPage(origin))
    else done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(reply, request.url, asApiError(error, config, request.log)))
  app.setNotFoundHandler((request, reply) => refuse(reply, request.url, unknownRoute(request.method, request.url)))
  app.addHook('preClose', () => {
    app.server.close()
    return services.answers.drain(config.shutdownTimeout)
  })
  app.addHook('onClose', async () => {
    await upstream.close()
    await governance.close()
  })

  for (const routes of [answers, models, health, metrics, traces, sessions, home]) routes(app, services)
  return app
}

interface Refusing {
  code(status: number): this
  type(contentType: string): this
  send(body: string): this
}

const refuse = (reply: Refusing, url: string, error: ApiError): Refusing =>
  reply.code(error.status).type('application/json; charset=utf-8').send(clientOf(url).errorBody(error))

/** A page from elsewhere that the browser on this machine shows could otherwise talk to a gateway that only this machine reaches. */
const isLocalPage = (origin: string): boolean => URL.canParse(origin) && isLoopback(new URL(origin).hostname)

const foreignPage = (origin: string): ApiError => ({
  status: 403,
  type: 'invalid_request_error',
  code: 'origin_not_allowed',
  message: `A web page from ${origin} may not use this gateway: it answers pages of this machine only. Let the server of that page make the request.`,
})

const unknownRoute = (method: string, url: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'unknown_url',
  message: `There is no ${method} ${url.split('?')[0]}. There are: ${clientApis.map(({ path }) => `POST ${path}`).join(', ')}, GET /v1/models, GET /api/traces, GET /api/sessions/NAME/budget, GET /metrics, GET /healthz, GET /readyz, GET /.`,
})

function asApiError(error: FastifyError, { bodyLimit }: Config, log: FastifyBaseLogger): ApiError {
  const refusal = { type: 'invalid_request_error', code: null }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return {
        ...refusal,
        status: 413,
        message: `The body is larger than ${bodyLimit} bytes. Send less, or start the gateway with a larger --body-limit.`,
      }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { ...refusal, status: 415, message: "The body is not declared as JSON. Send the header 'content-type: application/json'." }
  }
  const status = error.statusCode ?? 500
  if (status < 500) return { ...refusal, status, message: error.message }
  log.error({ err: faultOf(error) }, 'request failed')
  return { status, type: 'server_error', code: 'internal_error', message: 'The gateway failed. Its log has the details.' }
}
