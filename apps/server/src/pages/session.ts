import { isIP } from 'node:net'
import type { Session } from '@reason/gateway-api'
import type { KeyRecord } from '@reason/keys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Client, leastKept, leastVisible } from '@reason/gateway/client-apis'
import { type ApiError, badRequest, isApiError } from '@reason/gateway/errors'
import { createSignInAttempts, smallBody } from '@reason/gateway/host'
import { asObject, parseJson } from '@reason/gateway/json'
import { refuseApi } from '../routes/refuse.ts'
import type { Routes } from '../routes/routes.ts'

/** `/api/session`: a page sends a key once, and uses a cookie from then on. */
export const pageSession: Routes = (app, services) => {
  const { access } = services
  const attempts = createSignInAttempts()

  app.get('/api/session', (request) => view(access.identify(request.headers)))

  /** `{ "key": "rsk_…" }` */
  app.post('/api/session', { bodyLimit: smallBody }, async (request, reply) => {
    const shown = asObject(parseJson(String(request.body)))['key']
    if (typeof shown !== 'string' || shown.trim() === '') return refuseApi(reply, noKey)
    const signedIn = await access.signIn(shown, request.headers)
    if (isApiError(signedIn)) {
      const from = addressOf(request)
      const tooMany = attempts.refusal(from)
      attempts.failed(from)
      request.log.info({ from, code: (tooMany ?? signedIn).code }, 'sign-in failed')
      return refuseApi(reply, tooMany ?? signedIn)
    }
    return answer(request, reply, signedIn.cookie)
  })

  app.delete('/api/session', (request, reply) => answer(request, reply, access.signOut(request.headers)))

  /** Sends the new session, identified by the cookie of this response. */
  function answer({ headers }: FastifyRequest, reply: FastifyReply, cookie: string): FastifyReply {
    const now = access.identify({ ...headers, cookie: cookie.split(';', 1)[0] })
    return reply.header('set-cookie', cookie).send(view(now))
  }

  function view(client: Client | ApiError): Session {
    const { config } = services
    const { required } = access
    if (isApiError(client)) {
      const { message, code } = client
      const problem = code === 'key_missing' ? null : message
      return { required, signedIn: false, administrator: false, visibility: 'none', traces: 'off', key: null, until: null, problem }
    }
    const { key, signedInUntil: until = null } = client
    return {
      required,
      signedIn: true,
      administrator: key === undefined || key.admin === true,
      visibility: config.delivery === 'off' ? 'none' : leastVisible(config.visibility, key?.visibility),
      traces: tracesOf(key),
      key: key === undefined ? null : { id: key.id, name: key.name, ...(key.models !== undefined && { models: key.models }) },
      until,
      problem: null,
    }
  }

  function tracesOf(key: KeyRecord | undefined): Session['traces'] {
    const { config, governance } = services
    if (governance.traces === undefined || leastKept(config.traceMode, key?.traceMode) === 'none') return 'off'
    return config.requireTraces ? 'required' : 'optional'
  }
}

/** Address of the client. A trusted proxy may pass on any text, so only a valid address counts. */
const addressOf = ({ ip, socket }: FastifyRequest): string => (isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip)

const noKey = badRequest('The body has no key to sign in with. Send { "key": "rsk_…" }.', 'key')
