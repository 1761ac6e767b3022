/** Error codes of certificates without a chain of trust on this machine. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

export interface FailedRequest {
  /** Timeout of the request, in milliseconds. */
  timeoutMs: number
  /** Name of the timeout option, for the message. */
  timeoutOption: string
  /** True if the response headers have come. */
  begun: boolean
}

/** Describes a network error and its remedy, in half a sentence. */
export function describeNetworkFailure(error: unknown, { timeoutMs, timeoutOption, begun }: FailedRequest): string {
  const { code = '', message, name } = deepest(error)
  if (name === 'TimeoutError') {
    return begun
      ? `its answer was not whole within ${timeoutMs / 1000} s; ${timeoutOption} gives it more`
      : `it did not answer within ${timeoutMs / 1000} s; it may still be loading a model, and ${timeoutOption} gives it more`
  }
  if (untrusted.has(code)) {
    return `its certificate is not signed by an authority that this machine trusts (${code}). Name the authority's file in NODE_EXTRA_CA_CERTS, or its own certificate if it is self-signed. A gateway in front of it needs that, too`
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired. Renew it'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another name (${message}). Use its right name`
  if (/^ERR_SSL|^EPROTO$/.test(code)) return `it does not speak TLS (${code}). Use http:// instead of https://`
  if (/^HPE_|PARSER/.test(code) || name === 'HTTPParserError' || /does not match the HTTP/.test(message))
    return `it does not answer in HTTP (${message}). Check the port, or use https://`
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there. Check that it runs, and on which port'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is unknown. Check the name and the network'
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'it cannot be reached. Check the address, the network and the firewall'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `it broke the connection (${message}). Its own log says why. If it wants TLS, use https://`
    default:
      if (message === 'bad port') return 'Node and browsers refuse to connect to this port. Let the server listen at another one'
      return `it cannot be asked (${[message, code].filter(Boolean).join(', ')})`
  }
}

/** Finds the most specific cause: `fetch failed` is the message of every error. A host with several addresses has one error for each. */
function deepest(error: unknown): { code?: string; message: string; name: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0])
  if (!(error instanceof Error)) return { message: String(error), name: '' }
  if (error.cause instanceof Error && error.name !== 'TimeoutError') return deepest(error.cause)
  const { code } = error as { code?: unknown }
  return { message: error.message, name: error.name, ...(typeof code === 'string' && { code }) }
}
