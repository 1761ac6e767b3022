import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach a host: `localhost`, an address in 127.0.0.0/8, `::1` (with or without brackets). */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(plain)
  if (version === 0) return plain.toLowerCase() === 'localhost'
  return loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
