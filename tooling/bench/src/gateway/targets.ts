import { fileURLToPath } from 'node:url'
import { nginx } from './nginx.ts'
import { portkey } from './portkey.ts'

/** Ports on loopback, and a folder of its own. */
export interface Place {
  port: number
  upstream: number
  folder: string
}

/** A program of somebody else. */
export interface Peer {
  version: string
  command: string[]
}

/** What the load goes through: the upstream itself, where nothing is to be started. */
export interface Target {
  name: string
  command?: (place: Place) => string[]
  /** Throws where it cannot be had; the page says so. */
  peer?: (place: Place) => Peer
  /** How many of it share the load, each with a place of its own: 1 where absent. */
  copies?: number
  /** Of each request, as `name=value`. */
  headers?: (place: Place) => string[]
  /** Absent: yes, it is compiled while it runs. */
  warmsUp?: false
  /** The only loads that it gets. */
  loads?: readonly string[]
}

export interface Load {
  name: string
  /** Tokens of a streamed answer. */
  tokens: number
  /** How the mock upstream sends them. */
  mode: string[]
  clients: number
  kind: 'stream' | 'json'
}

export const loads = [
  { name: 'paced, 64 streams', tokens: 100, mode: ['paced', '5'], clients: 64, kind: 'stream' },
  { name: 'one client, event by event', tokens: 500, mode: ['tick'], clients: 1, kind: 'stream' },
  { name: 'one client, paced', tokens: 20, mode: ['paced', '5'], clients: 1, kind: 'stream' },
  { name: 'burst, 16 clients', tokens: 500, mode: ['burst'], clients: 16, kind: 'stream' },
  { name: 'not streamed, 64 clients', tokens: 500, mode: ['tick'], clients: 64, kind: 'json' },
] as const satisfies readonly Load[]

/** Both ways in which a gateway is busy: events one by one, and small requests. */
export const [paced, , , , notStreamed] = loads

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const node = (path: string, ...args: string[]) => [process.execPath, file(path), ...args]

/** Everything on: splitting, policies, metrics, redacted traces, and a budget that binds each request and lasts. */
export function gateway({ port, upstream, folder }: Place): string[] {
  const budget = ['--session-budget', '1000000000']
  const program = '../../../../apps/server/dist/main.js'
  return node(program, '--port', `${port}`, '--upstream', `http://127.0.0.1:${upstream}/v1`, '--data-dir', folder, ...budget)
}

/** The gateway comes last, as its memory is looked at when it has had all loads, and beside the one that it is compared with. */
export const targets: readonly Target[] = [
  { name: 'direct', warmsUp: false },
  { name: 'nginx', peer: nginx, warmsUp: false },
  {
    name: 'Portkey',
    peer: portkey,
    headers: ({ upstream }) => ['x-portkey-provider=openai', `x-portkey-custom-host=http://127.0.0.1:${upstream}/v1`],
  },
  { name: 'gateway, 2 workers', command: (place) => [...gateway(place), '--workers', '2'], loads: [paced.name, notStreamed.name] },
  { name: '2 gateways', command: gateway, copies: 2, loads: [paced.name, notStreamed.name] },
  { name: 'Node pipe', command: ({ port, upstream }) => node('./pipe-proxy.mjs', `${port}`, `${upstream}`) },
  { name: 'gateway', command: gateway },
]
