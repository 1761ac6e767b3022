import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../src/listen/listen.ts'

/** Where a server of this machine came to listen. */
function openAt(host: string, port: number): Promise<AddressInfo> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(server.address() as AddressInfo)))
}

it.each(['::1', '[::1]'])('%s is one address, as it is written in configurations and in links', async (host) => {
  const asked: string[] = []
  // Machines without IPv6 listen elsewhere: what is asked for is the same.
  const open = (name: string, port: number) => (asked.push(name), openAt('127.0.0.1', port))
  const { address, port } = await listen(open, { host, port: 0, portIsDefault: false })
  expect(asked).toEqual(['::1'])
  expect(address).toBe(`http://127.0.0.1:${port}`)
})
