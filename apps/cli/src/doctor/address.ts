import { BlockList, isIP } from 'node:net'
import { usageError } from '../cli-error.ts'

/** What people copy from an example, and what is not part of the base address. */
const endpoints = /\/(?:chat\/completions|completions|responses|messages|models|api\/(?:chat|generate|tags))\/?$/

export interface Address {
  origin: string
  hostname: string
  /** Without a slash at its end; `''`: none was given. */
  path: string
  /** The end of the path that was left out, as it names one endpoint. */
  endpoint?: string
}

/** @throws {CliError} For what is no address, and for one with a password in it. */
export function parseAddress(given: string): Address {
  // Who types it from memory leaves this out, and means it.
  const text = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(given) ? `http://${given}` : given
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usageError(`--upstream is ${given.replace(/\/\/[^/]*@/, '//…@')}, but must be an address like http://127.0.0.1:8080/v1.`)
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw usageError('--upstream holds a user or a password. Leave it out, and name the variable with the key: --key-env NAME.')
  }
  const [endpoint] = endpoints.exec(url.pathname) ?? []
  const path = url.pathname.slice(0, url.pathname.length - (endpoint?.length ?? 0)).replace(/\/+$/, '')
  return { origin: url.origin, hostname: url.hostname, path, ...(endpoint !== undefined && { endpoint }) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Only this machine is behind it: nobody is billed. */
export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(plain)
  if (version === 0) return plain.toLowerCase() === 'localhost'
  return loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
