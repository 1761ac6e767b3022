import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type ApiError, badRequest } from '@reason/gateway/errors'
import { isLoopback } from '../config/loopback.ts'

/** Header of all requests of the gateway's own pages. A foreign page would need CORS permission to send it, which the gateway never gives. */
const pageHeader = 'x-reason-page'

/** Properties of the requested route that decide which pages may use it. */
export interface PagePlace {
  /** The route is for administrators only. */
  isAdministrative: boolean
  /** Requests without a key are refused, so knowing the address is not enough. */
  keysRequired: boolean
  method: string
}

/**
 * Error for a request from a page that may not use the route. Undefined if the request is allowed.
 *
 *   the gateway's own page       all routes
 *   a page of this machine       routes of the client APIs
 *   any other page               no route
 *   no page (curl, an SDK)       all routes
 *
 * A foreign page can point its own host name at this machine (DNS rebinding), and is then same-origin for its browser. Without required keys, only local host
 * names are therefore accepted.
 */
export function pageRefusal(headers: IncomingHttpHeaders, { isAdministrative, keysRequired, method }: PagePlace): ApiError | undefined {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  // Nearly all requests: no page sent it, and the route is open to every client.
  if (origin === undefined && !isAdministrative) return undefined
  const isSafeName = keysRequired || isLocal(`http://${host}`)
  const isOwn = isSafeName && isOwnPage(headers)
  if (origin !== undefined && !isOwn && (isAdministrative || !isLocal(origin))) return foreignPage(origin)
  if (!isAdministrative) return undefined
  if (!isSafeName) return foreignName(host)
  if (site !== undefined && !isOwn && site !== 'none') return foreignPage('another site')
  return origin !== undefined && changes(method) && headers[pageHeader] === undefined ? noHeader : undefined
}

/** Error for a request without a host, or with two: a proxy in front may have checked the other one (RFC 9112, section 3.2). */
export function hostRefusal({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  const { length } = rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text))
  return length === 1 || (length === 0 && httpVersion === '1.0') ? undefined : notOneHost
}

/** Whether the browser reports the gateway itself as the origin of the page. A page cannot forge these headers. */
function isOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin'
  // Browsers send `sec-fetch-site` only over secure connections and to loopback. Elsewhere they send `origin`.
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether the request comes from the gateway's own page, so that its cookie counts. Browsers send cookies with requests of foreign pages as well. They send our
 * header only after a CORS preflight, which the gateway does not answer. Without `origin` and `sec-fetch-site`, the header alone is the proof.
 */
export function isSentByOwnPage(headers: IncomingHttpHeaders): boolean {
  if (headers[pageHeader] === undefined) return false
  return isOwnPage(headers) || (headers.origin === undefined && headers['sec-fetch-site'] === undefined)
}

const changes = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

const isLocal = (address: string): boolean => URL.canParse(address) && isLoopback(new URL(address).hostname)

const refusal = (code: string, message: string): ApiError => badRequest(message, null, code, 403)

const foreignPage = (origin: string): ApiError =>
  refusal(
    'origin_not_allowed',
    `A web page from ${origin} may not use this gateway: it answers pages of this machine only. Let the server of that page make the request. If it is a page of the gateway, behind a proxy, have the proxy pass on the name and port that the browser asked for (nginx: proxy_set_header Host $http_host), or use TLS.`,
  )

const foreignName = (host: string): ApiError =>
  refusal(
    'host_not_allowed',
    `The request names the host ${JSON.stringify(host)}. Without keys, the gateway answers this only under names of this machine. Use 127.0.0.1 or localhost, or start the gateway with --require-keys.`,
  )

const noHeader = refusal('page_header_missing', `A page must send the header ${pageHeader}: 1 with requests that change something.`)

const notOneHost = badRequest(
  'A request must have the header host, and only one. Correct the client, or the proxy in front of the gateway.',
)
