import { BlockList, isIP } from 'node:net'
import { ReasonError } from '@reason/core'
import { objectNotation, type Notation } from './notation.ts'

/** Endpoints that people copy from an example, and that are no part of the base address. */
const endpoints = /\/(?:chat\/completions|completions|responses|messages|models|api\/(?:chat|generate|tags))\/?$/

export interface Address {
  origin: string
  hostname: string
  /** Without a slash at its end; `''` if the address has none. */
  path: string
  /** The end of the path that was removed, because it names one endpoint. */
  endpoint?: string
}

/**
 * Parses the address of a server.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if it is no address of HTTP, or holds a user or a password.
 */
export function parseAddress(given: string, notation: Notation = objectNotation): Address {
  // People who type an address leave the scheme out.
  const text = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(given) ? `http://${given}` : given
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw invalid(`${notation('upstream')} is ${given.replace(/\/\/[^/]*@/, '//…@')}, but must be an address like http://127.0.0.1:8080.`)
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      `${notation('upstream')} holds a user or a password. Leave it out, and name the variable with the key: ${notation('keyEnv', 'NAME')}.`,
    )
  }
  const [endpoint] = endpoints.exec(url.pathname) ?? []
  const path = url.pathname.slice(0, url.pathname.length - (endpoint?.length ?? 0)).replace(/\/+$/, '')
  return { origin: url.origin, hostname: url.hostname, path, ...(endpoint !== undefined && { endpoint }) }
}

const invalid = (message: string): ReasonError => new ReasonError('REASON_INVALID_OPTIONS', message)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name leads to this machine alone, so that requests cost no money. */
export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(plain)
  if (version === 0) return plain.toLowerCase() === 'localhost'
  return loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
