import type { AddressInfo } from 'node:net'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config/load.ts'

/** Address of the running gateway. */
export interface Listening {
  /** Base URL for clients. */
  address: string
  port: number
}

export type ListenAddress = Pick<Config, 'host' | 'port' | 'portIsDefault'>

/** How many ports after the default one are tried. */
const portsToTry = 20

/**
 * Listens on the configured address. If the default port is taken, it tries the next ones.
 *
 * @throws {ConfigError} If it cannot listen.
 */
export async function listen(
  open: (host: string, port: number) => Promise<AddressInfo>,
  { host, port, portIsDefault }: ListenAddress,
): Promise<Listening> {
  // Without the brackets of an IPv6 address in a URL.
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const last = portIsDefault ? port + portsToTry : port
  for (let candidate = port; ; candidate++) {
    try {
      const { address, family, port: actual } = await open(name, candidate)
      return { address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`, port: actual }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && candidate < last) continue
      throw new ConfigError([cannotListen(code, host, candidate, portIsDefault)])
    }
  }
}

function cannotListen(code: string | undefined, host: string, port: number, portIsDefault: boolean): string {
  if (code !== 'EADDRINUSE') return `Cannot listen on ${host}, port ${port} (${code}). Give another --host or --port.`
  const ports = portIsDefault ? `Ports ${port - portsToTry} to ${port} of ${host} are all taken` : `Port ${port} of ${host} is taken`
  return `${ports}, perhaps by another gateway. Give another one with --port, or --port 0 for any that is free.`
}
