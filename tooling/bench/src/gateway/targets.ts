import { fileURLToPath } from 'node:url'
import { nginx } from './nginx.ts'
import { portkey } from './portkey.ts'

/** Ports on loopback and a folder for one copy of a target. */
export interface Place {
  port: number
  upstream: number
  folder: string
}

/** A third-party program. */
export interface Peer {
  version: string
  command: string[]
}

/** A program that the load goes through. Without a command or peer, the load goes to the upstream itself. */
export interface Target {
  name: string
  command?: (place: Place) => string[]
  /** Throws if the program is missing. The page then names the reason. */
  peer?: (place: Place) => Peer
  /** Number of copies that share the load, each with its own place. Default: 1. */
  copies?: number
  /** Headers of each request, as `name=value`. */
  headers?: (place: Place) => string[]
  /** `false` for targets without just-in-time compilation. By default, a target warms up before it is measured. */
  warmsUp?: false
  /** Names of the loads for this target. Default: all. */
  loads?: readonly string[]
}

export interface Load {
  name: string
  /** Tokens of a streamed answer. */
  tokens: number
  /** Arguments that set how the mock upstream sends the tokens. */
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

/** The two loads for profiles: single events, and small requests. */
export const [paced, , , , notStreamed] = loads

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const node = (path: string, ...args: string[]) => [process.execPath, file(path), ...args]

/** Command of a gateway with everything on: splitting, policies, metrics, redacted traces, and a large session budget. */
export function gateway({ port, upstream, folder }: Place): string[] {
  const budget = ['--session-budget', '1000000000']
  const program = '../../../../apps/server/dist/main.js'
  return node(program, '--port', `${port}`, '--upstream', `http://127.0.0.1:${upstream}/v1`, '--data-dir', folder, ...budget)
}

/** All targets. The gateway comes last, because its memory is measured after all loads, and directly after the pipe that it is compared with. */
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
