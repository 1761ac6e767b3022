import { measuredOn } from '../machine.ts'
import {
  isQuiet,
  quietPercent,
  summary,
  warmUpSeconds,
  type GatewayMemory,
  type GatewayProfile,
  type GatewayResults,
  type GatewayRow,
} from './results.ts'

/** Targets. Some are ratios to the bare pipe, because absolute figures differ between machines. */
const targets = { cpuPerPacedEvent: 1, firstEventMs: 1, requests: 0.9, burstUsPerEvent: 3, loadedMB: 200, idleMB: 150 }

/** Smaller shares are summed in one row. */
const smallest = 0.02

type Table = (head: string[], rows: string[][]) => string
type Verdict = (met: boolean) => string

/** Targets with a separate table. */
const workers = 'gateway, 2 workers'
const apart = '2 gateways'

export function gatewayPage({ machine, peers, rows, memory, profiles }: GatewayResults, table: Table, verdict: Verdict): string {
  const loads = [...new Set(rows.map(({ load }) => load))]
  return `## Gateway

${measuredOn(machine)} The gateway has everything on: splitting, policies, metrics, redacted traces in SQLite and a budget for each request. The Node pipe (\`http.request\` and \`pipe\`) and nginx (one worker, \`proxy_buffering off\`) only copy bytes. Portkey (\`@portkey-ai/gateway\`, with
the version of Hono that it was released with, as it does not stream with newer ones) treats the upstream as OpenAI. ${peersLine(peers)}

The mock upstream and the load generator share one core. The targets take turns on the other core, each with all of its processes and threads. CPU is their user and system time. Each target except nginx gets each load for ${warmUpSeconds} seconds before
anything counts, because V8 compiles for about that long. Windows in which another program used more than ${quietPercent} % of a core are left out if there are quiet ones${isBusy(rows) ? '; some loads had none, so their times and CPU are worse than on a quiet machine' : ''}.
The first reply on each connection must have the text that the upstream sends, and later replies as many events or bytes. Any other reply counts as bad.

${loads.map((load) => `### ${load}\n\n${loadTable(load, rows, table)}`).join('\n\n')}

### Several processes

${workersTable(rows, table)}

Here two processes share one core, and with \`--workers 2\` also the process that starts them. They displace each other every few bytes. Two independent gateways, each with half of the clients, show what that costs. On a machine with a core per process
that cost is gone. This machine has no third core, so the table does not show how many requests two cores answer. When the table was measured, each request asked the first process for its budget. Budgets are in a
file now, so several processes cost less than the table says.

### Against the targets

${table(['', 'measured', 'target', ''], verdicts(rows, memory, verdict))}

Memory is that of the process with its threads, after all loads above, and again after ${memory.idleSeconds} idle seconds; after the start it was ${memory.fresh.toFixed(0)} MB. If one client's events come as fast as possible, the upstream keeps the core that it
shares with the client until it has sent many of them. The time to the first event is then mostly the wait of the client for its turn.

### Where the time goes

Shares of the busy time of the gateway's main thread, from a profiler that samples its stack once it is warm. System calls and functions of V8 count for their caller. Compilation and the thread that writes traces are not in it.

${table(['part', ...profiles.map(({ load }) => load)], shareRows(profiles))}
`
}

const isBusy = (rows: readonly GatewayRow[]): boolean => rows.some(({ samples }) => !samples.some(isQuiet))

function peersLine(peers: GatewayResults['peers']): string {
  return Object.entries(peers)
    .map(([name, peer]) => ('version' in peer ? `${name} is version ${peer.version}.` : `${name} was not measured: ${peer.absent}.`))
    .join(' ')
}

const number = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits))
const ratio = (a: number | undefined, b: number | undefined) => (a ?? Number.NaN) / (b ?? Number.NaN)
const times = (a: number | undefined, b: number | undefined) => ratio(a, b).toFixed(2)

const find = (rows: readonly GatewayRow[], load: string, target: string) => {
  const row = rows.find((one) => one.load.startsWith(load) && one.target === target)
  return row === undefined ? undefined : summary(row)
}

/** CPU cost of a load: per event of a stream, otherwise per request. */
function costs(load: string, rows: readonly GatewayRow[]) {
  const streamed = find(rows, load, 'Node pipe')?.cpuUsPerEvent !== undefined
  return {
    unit: streamed ? 'event' : 'request',
    of: (row: ReturnType<typeof find>) => (streamed ? row?.cpuUsPerEvent : row?.cpuUsPerReq),
    text: (value: number | undefined) => number(value, streamed ? 2 : 0),
  }
}

function loadTable(load: string, rows: readonly GatewayRow[], table: Table): string {
  const pipe = find(rows, load, 'Node pipe')
  const cost = costs(load, rows)
  const cells = rows
    .filter((row) => row.load === load && row.target !== workers && row.target !== apart)
    .map((row) => {
      const own = summary(row)
      // The upstream itself has no process between, so its cost is empty.
      const processes =
        row.target === 'direct' ? ['', '', ''] : [cost.text(cost.of(own)), times(cost.of(own), cost.of(pipe)), number(own.rssMaxMB, 0)]
      const speed = [number(own.rps, 0), times(own.rps, pipe?.rps), number(own.ttfb50, 2), number(own.ttfb99, 1)]
      return [row.target, ...speed, ...processes, `${own.windows}`, `${own.bad}`]
    })
  const head = [
    'through',
    'requests/s',
    '× pipe',
    'first byte p50 ms',
    'p99 ms',
    `CPU µs/${cost.unit}`,
    '× pipe',
    'RSS MB',
    'windows',
    'bad replies',
  ]
  return table(head, cells)
}

function workersTable(rows: readonly GatewayRow[], table: Table): string {
  const cells = rows
    .filter(({ target }) => target === workers)
    .map((row) => {
      const two = summary(row)
      const cost = costs(row.load, rows)
      const [alone, others, both] = [cost.of(find(rows, row.load, 'gateway')), cost.of(find(rows, row.load, apart)), cost.of(two)]
      const starter = `${number((two.firstShare ?? Number.NaN) * 100, 0)} %`
      return [`${row.load}, CPU µs/${cost.unit}`, ...[alone, others, both].map(cost.text), times(both, others), starter, `${two.bad}`]
    })
  return table(['', 'one process', 'two gateways', '`--workers 2`', '× two gateways', 'of that in the first process', 'bad replies'], cells)
}

function verdicts(rows: readonly GatewayRow[], memory: GatewayMemory, verdict: Verdict): string[][] {
  const of = (load: string, target: string) => find(rows, load, target)
  const cpu = ratio(of('paced', 'gateway')?.cpuUsPerEvent, of('paced', 'Node pipe')?.cpuUsPerEvent)
  const added = (load: string) => (of(load, 'gateway')?.ttfb50 ?? Number.NaN) - (of(load, 'direct')?.ttfb50 ?? Number.NaN)
  const requests = ratio(of('not streamed', 'gateway')?.rps, of('not streamed', 'Node pipe')?.rps)
  const burst = of('burst', 'gateway')?.cpuUsPerEvent ?? Number.NaN
  const atMost = (name: string, value: number, most: number, unit: string, digits = 2) => [
    name,
    `${value.toFixed(digits)} ${unit}`,
    `≤ ${most} ${unit}`,
    verdict(value <= most),
  ]
  return [
    atMost('CPU per paced event, against the pipe', cpu, targets.cpuPerPacedEvent, '×'),
    ...['one client, paced', 'one client, event by event'].map((load) =>
      atMost(`time to the first event added, ${load}`, added(load), targets.firstEventMs, 'ms'),
    ),
    [
      'requests/s, not streamed, 64 clients, against the pipe',
      `${requests.toFixed(2)} ×`,
      `≥ ${targets.requests} ×`,
      verdict(requests >= targets.requests),
    ],
    atMost('CPU per event of a burst', burst, targets.burstUsPerEvent, 'µs'),
    atMost('memory after all loads', memory.after, targets.loadedMB, 'MB', 0),
    atMost('memory when idle again', memory.idle, targets.idleMB, 'MB', 0),
  ]
}

function shareRows(profiles: readonly GatewayProfile[]): string[][] {
  const shareOf = (part: string) => profiles.map(({ shares }) => shares.find((one) => one.part === part)?.share ?? 0)
  const parts = [...new Set(profiles.flatMap(({ shares }) => shares.map(({ part }) => part)))]
  const large = parts.filter((part) => shareOf(part).some((share) => share >= smallest))
  const rest = profiles.map(({ shares }) => shares.reduce((sum, { part, share }) => (large.includes(part) ? sum : sum + share), 0))
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  return [...large.map((part) => [part, ...shareOf(part).map(percent)]), ['everything else', ...rest.map(percent)]]
}
