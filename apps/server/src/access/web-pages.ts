import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from '@reason/gateway/errors'
import { isLoopback } from '../config/loopback.ts'

/** What our own pages send with every request. Pages from elsewhere cannot, unless they are allowed to: they are not. */
const pageHeader = 'x-reason-page'

/** Where a request goes, as far as it matters which page it comes from. */
export interface Place {
  /** To where only administrators may. */
  isAdministrative: boolean
  /** Requests without a key are refused: knowing the address is not enough. */
  keysRequired: boolean
  method: string
}

/**
 * Why a request may not come from where it comes from.
 *
 *   a page of ours               everywhere
 *   a page of this machine       where answers are
 *   a page from elsewhere        nowhere
 *   no page (curl, an SDK)       everywhere
 *
 * A page from elsewhere may take the name of its own server to this machine (DNS rebinding), and be for its browser what a page of ours
 * is. Where no key is needed, only the names of this machine are taken for that reason.
 */
export function pageRefusal(headers: IncomingHttpHeaders, { isAdministrative, keysRequired, method }: Place): ApiError | undefined {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  // No page sent it, and the route is open to every client: nearly all requests.
  if (origin === undefined && !isAdministrative) return undefined
  const isSafeName = keysRequired || isLocal(`http://${host}`)
  const isOwn = isSafeName && isOwnPage(headers)
  if (origin !== undefined && !isOwn && (isAdministrative || !isLocal(origin))) return foreignPage(origin)
  if (!isAdministrative) return undefined
  if (!isSafeName) return foreignName(host)
  if (site !== undefined && !isOwn && site !== 'none') return foreignPage('another site')
  return origin !== undefined && changes(method) && headers[pageHeader] === undefined ? noHeader : undefined
}

/** Whether the browser reports the gateway itself as the origin of the page. A page cannot forge these headers. */
function isOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin'
  // Browsers send `sec-fetch-site` only over secure connections and to loopback. Elsewhere they send `origin`.
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether what the browser adds to the request by itself counts: cookies go along with requests of foreign pages, too. Our header does not,
 * without a question beforehand that we do not answer; where the browser says nothing else, it is the proof.
 */
export function isSentByOwnPage(headers: IncomingHttpHeaders): boolean {
  if (headers[pageHeader] === undefined) return false
  return isOwnPage(headers) || (headers.origin === undefined && headers['sec-fetch-site'] === undefined)
}

const changes = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

const isLocal = (address: string): boolean => URL.canParse(address) && isLoopback(new URL(address).hostname)

const refusal = (code: string, message: string): ApiError => ({ status: 403, type: 'invalid_request_error', code, message })

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

const noHeader = refusal('page_header_missing', `Requests of pages that change something need the header ${pageHeader}: 1. Send it.`)
