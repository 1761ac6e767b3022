import type { AnswerFailure, UpstreamFailure } from './failure.ts'

/** Codes of certificate errors for authorities that this machine does not trust. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/**
 * Explains a network error to the client, and says what to check.
 *
 * @param hasBegun - The upstream has answered in HTTP: it speaks what it was asked in.
 */
export function describeFailure(
  error: unknown,
  upstream: string,
  config: { connectTimeout: number; responseTimeout: number; idleTimeout: number },
  hasBegun = false,
): UpstreamFailure {
  const tlsHint = hasBegun || !upstream.startsWith('http://') ? '' : mayBeTls
  const { code = '', name, message } = firstOf(error)
  switch (code) {
    case 'CONNECT_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return timeout(
        'connect-timeout',
        `The upstream ${upstream} did not take the connection within ${config.connectTimeout} ms. Check that it runs and can be reached.`,
      )
    case 'FIRST_BYTE_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return timeout(
        'first-byte-timeout',
        `The upstream ${upstream} did not begin an answer within ${config.responseTimeout} ms. A slow model needs a longer timeout (--response-timeout, in an app: responseTimeout), or a streamed request.`,
      )
    case 'IDLE_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return timeout(
        'idle-timeout',
        `The upstream ${upstream} sent nothing for ${config.idleTimeout} ms within its answer. A slow model needs a longer timeout (--idle-timeout, in an app: idleTimeout).`,
      )
    case 'ECONNREFUSED':
      return unreachable(`No server listens at the upstream ${upstream}. Check that it runs, and that its address has the right port.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(`The host of the upstream ${upstream} is not known. Check the name in its address, and the network.`)
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ECONNRESET':
    case 'EPIPE':
      return broken(
        'reset',
        `The upstream ${upstream} broke the connection before its answer was whole (${message}). Its own log says why.${tlsHint}`,
      )
    case 'CERT_HAS_EXPIRED':
      return unreachable(`The certificate of the upstream ${upstream} has expired. Renew it on the server.`)
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return unreachable(`The certificate of the upstream ${upstream} is for another name (${message}). Use the name that it is for.`)
    default:
      if (untrusted.has(code))
        return unreachable(
          `The certificate of the upstream ${upstream} is signed by an authority that the gateway does not trust (${code}). Start the gateway with the file of the authority in NODE_EXTRA_CA_CERTS, or of the certificate itself if it is self-signed.`,
        )
      if (/^ERR_SSL|^EPROTO$/.test(code))
        return unreachable(`TLS with the upstream ${upstream} fails (${code}). If it speaks plain HTTP, use http:// in place of https://.`)
      // Only one of two kinds of parser gives its errors a code.
      if (/^HPE_|PARSER/.test(code) || name === 'HTTPParserError')
        return broken('invalid', `The upstream ${upstream} does not answer in HTTP (${message}). Check its address.${tlsHint}`)
      return unreachable(`The upstream ${upstream} cannot be asked (${message}${code === '' ? '' : `, ${code}`}). Check its address.`)
  }
}

/** A server that waits for TLS ends a connection that begins otherwise, or answers with bytes of its own. */
const mayBeTls = ' If it speaks TLS, use https:// in place of http://.'

/** Explains an error of the proxy, the only host that the gateway connects to. Undefined if the error is not the proxy's. */
export function describeProxyFailure(error: unknown, upstream: string, proxy: string): UpstreamFailure | undefined {
  const { code = '', message } = firstOf(error)
  const refused = /Proxy response \((\d+)\)/.exec(message)?.[1] ?? /\((407)\)$/.exec(message)?.[1]
  const on = `on the way to ${upstream}`
  if (refused === '407') return unreachable(`The proxy ${proxy} requires a user name and a password ${on}. Set them in its address.`)
  if (refused !== undefined) return unreachable(`The proxy ${proxy} answered with HTTP ${refused} ${on}. It may not allow this address.`)
  switch (code) {
    case 'ECONNREFUSED':
      return unreachable(`No proxy listens at ${proxy} ${on}. Check its address.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(`The host of the proxy ${proxy} is not known ${on}. Check its address, and the network.`)
    case 'UND_ERR_PRX_CONN':
      return unreachable(`The proxy ${proxy} broke the connection ${on}: it may not reach it.`)
    default:
      return undefined
  }
}

/** The first error. A host with several addresses fails with one error for each. */
function firstOf(error: unknown): { code?: string; name?: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return firstOf(error.errors[0])
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  return { name: error.name, message: error.message, ...(typeof code === 'string' && { code }) }
}

type Kind = NonNullable<UpstreamFailure['kind']>

const failure = { type: 'upstream_error' } as const
const timeout = (kind: Kind, message: string): UpstreamFailure => ({ ...failure, status: 504, code: 'upstream_timeout', kind, message })
const unreachable = (message: string): UpstreamFailure => ({
  ...failure,
  status: 502,
  code: 'upstream_unreachable',
  kind: 'connect-failed',
  message,
})
const broken = (kind: Kind, message: string): UpstreamFailure => ({ ...failure, status: 502, code: 'upstream_broken', kind, message })

/** True for an answer that breaks its format: cut, empty, or something else. */
export const isUnusable = ({ code }: AnswerFailure): boolean => code === 'upstream_unusable' || code === 'upstream_broken'
