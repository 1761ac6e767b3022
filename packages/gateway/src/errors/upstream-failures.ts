import type { AnswerFailure, UpstreamFailure } from './failure.ts'

/** Causes by the error codes of Node, undici and OpenSSL. */
const causes = [
  ['connect-timeout', /^(?:CONNECT_TIMEOUT|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/],
  ['first-byte-timeout', /^(?:FIRST_BYTE_TIMEOUT|UND_ERR_HEADERS_TIMEOUT)$/],
  ['idle-timeout', /^(?:IDLE_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/],
  ['refused', /^ECONNREFUSED$/],
  ['unknown-host', /^(?:ENOTFOUND|EAI_AGAIN)$/],
  ['reset', /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)$/],
  ['expired', /^CERT_HAS_EXPIRED$/],
  ['other-name', /^ERR_TLS_CERT_ALTNAME_INVALID$/],
  [
    'untrusted',
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/,
  ],
  ['tls', /^ERR_SSL|^EPROTO$/],
  ['not-http', /^HPE_|PARSER/],
] as const

type Cause = (typeof causes)[number][0]

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
  const tlsHint = hasBegun || !/(?:^|\()http:/.test(upstream) ? '' : mayBeTls
  const { cause, code, message } = readError(error)
  switch (cause) {
    case 'connect-timeout':
      return timeout(
        'connect-timeout',
        `The upstream ${upstream} did not take the connection within ${config.connectTimeout} ms. Check that it runs and can be reached.`,
      )
    case 'first-byte-timeout':
      return timeout(
        'first-byte-timeout',
        `The upstream ${upstream} did not begin an answer within ${config.responseTimeout} ms. A slow model needs a longer timeout (--response-timeout, in an app: responseTimeout), or a streamed request.`,
      )
    case 'idle-timeout':
      return timeout(
        'idle-timeout',
        `The upstream ${upstream} sent nothing for ${config.idleTimeout} ms within its answer. A slow model needs a longer timeout (--idle-timeout, in an app: idleTimeout).`,
      )
    case 'refused':
      return unreachable(`No server listens at the upstream ${upstream}. Check that it runs, and that its address has the right port.`)
    case 'unknown-host':
      return unreachable(`The host of the upstream ${upstream} is not known. Check the name in its address, and the network.`)
    case 'reset':
      return broken(
        'reset',
        `The upstream ${upstream} broke the connection before its answer was whole (${message}). Its own log says why.${tlsHint}`,
      )
    case 'expired':
      return unreachable(`The certificate of the upstream ${upstream} has expired. Renew it on the server.`)
    case 'other-name':
      return unreachable(`The certificate of the upstream ${upstream} is for another name (${message}). Use the name that it is for.`)
    case 'untrusted':
      return unreachable(
        `The certificate of the upstream ${upstream} is signed by an authority that the gateway does not trust (${code}). Start the gateway with the file of the authority in NODE_EXTRA_CA_CERTS, or of the certificate itself if it is self-signed.`,
      )
    case 'tls':
      return unreachable(`TLS with the upstream ${upstream} fails (${code}). If it speaks plain HTTP, use http:// in place of https://.`)
    case 'not-http':
      return broken('invalid', `The upstream ${upstream} does not answer in HTTP (${message}). Check its address.${tlsHint}`)
    default:
      return unreachable(`The upstream ${upstream} cannot be asked (${message}${code === '' ? '' : `, ${code}`}). Check its address.`)
  }
}

/** A server that waits for TLS ends a connection that begins otherwise, or answers with bytes of its own. */
const mayBeTls = ' If it speaks TLS, use https:// in place of http://.'

/** Explains an error of the proxy, the only host that the gateway connects to. Undefined if the error is not the proxy's. */
export function describeProxyFailure(error: unknown, upstream: string, proxy: string): UpstreamFailure | undefined {
  const { cause, code, message } = readError(error)
  const refused = /Proxy response \((\d+)\)/.exec(message)?.[1] ?? /\((407)\)$/.exec(message)?.[1]
  const on = `on the way to ${upstream}`
  if (refused === '407') return unreachable(`The proxy ${proxy} requires a user name and a password ${on}. Set them in its address.`)
  if (refused !== undefined) return unreachable(`The proxy ${proxy} answered with HTTP ${refused} ${on}. It may not allow this address.`)
  if (cause === 'refused') return unreachable(`No proxy listens at ${proxy} ${on}. Check its address.`)
  if (cause === 'unknown-host') return unreachable(`The host of the proxy ${proxy} is not known ${on}. Check its address, and the network.`)
  if (code === 'UND_ERR_PRX_CONN') return unreachable(`The proxy ${proxy} broke the connection ${on}: it may not reach it.`)
  return undefined
}

interface NetworkError {
  cause: Cause | undefined
  code: string
  message: string
}

/** Reads the first error. A host with several addresses fails with one error for each. */
function readError(error: unknown): NetworkError {
  if (error instanceof AggregateError && error.errors.length > 0) return readError(error.errors[0])
  if (!(error instanceof Error)) return { cause: undefined, code: '', message: String(error) }
  const { name, message } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Only one of two kinds of HTTP parser gives its errors a code.
  const unnamed = name === 'HTTPParserError' ? 'not-http' : undefined
  return { cause: causes.find(([, codes]) => codes.test(code))?.[0] ?? unnamed, code, message }
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
