import { isQuiet, quietPercent, summary, type GatewayMemory, type GatewayProfile, type GatewayResults, type GatewayRow } from './suite.ts'

/** What is aimed at: against the bare pipe where that can be, as absolute figures differ between machines. */
const targets = { cpuPerPacedEvent: 1, firstEventMs: 1, requests: 0.9, burstUsPerEvent: 3, loadedMB: 200, idleMB: 150 }

/** Smaller shares are told together. */
const smallest = 0.02

type Table = (head: string[], rows: string[][]) => string
type Verdict = (met: boolean) => string

export function gatewayPage({ rows, memory, profiles }: GatewayResults, table: Table, verdict: Verdict): string {
  const loads = [...new Set(rows.map(({ load }) => load))]
  return `## Gateway

The gateway has everything on: splitting, policies, metrics, redacted traces in SQLite and a budget for each request. The Node pipe (\`http.request\` and \`pipe\`) only copies bytes. The mock
upstream and the load generator share one core, the targets in turn have the other for themselves, each with all of its threads. CPU is user and system time of the whole process. Windows in which something else used
more than ${quietPercent} % of a core are left out where there are others${isBusy(rows) ? '; here there are loads without others, so that times are worse than on a quiet machine, and CPU is too' : ''}.

${loads.map((load) => `### ${load}\n\n${loadTable(load, rows, table)}`).join('\n\n')}

### Against the targets

${table(['', 'measured', 'target', ''], verdicts(rows, memory, verdict))}

Memory is that of the process with its threads, after all of the loads above, and again when nobody has asked anything for ${memory.idleSeconds} seconds; fresh from its start it was ${memory.fresh.toFixed(0)} MB.

### Where the time goes

Shares of the busy time of the gateway's main thread, by a profiler that samples its stack (half of the time is left for warming up). System calls and functions of V8 count for who called them. Compilation, and the thread that writes traces,
come on top.

${table(['part', ...profiles.map(({ load }) => load)], shareRows(profiles))}
`
}

const isBusy = (rows: readonly GatewayRow[]): boolean => rows.some(({ samples }) => !samples.some(isQuiet))

function loadTable(load: string, rows: readonly GatewayRow[], table: Table): string {
  const number = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits))
  const cells = rows
    .filter((row) => row.load === load)
    .map((row) => {
      const { rps, ttfb50, ttfb99, cpuUsPerEvent, cpuUsPerReq, rssMaxMB, windows, bad } = summary(row)
      return [
        row.target,
        number(rps, 0),
        number(ttfb50, 2),
        number(ttfb99, 1),
        number(cpuUsPerEvent, 2),
        number(cpuUsPerReq, 0),
        number(rssMaxMB, 0),
        `${windows}`,
        `${bad}`,
      ]
    })
  const head = [
    'through',
    'requests/s',
    'first byte p50 ms',
    'p99 ms',
    'CPU µs/event',
    'CPU µs/request',
    'RSS MB',
    'windows',
    'bad replies',
  ]
  return table(head, cells)
}

function verdicts(rows: readonly GatewayRow[], memory: GatewayMemory, verdict: Verdict): string[][] {
  const of = (load: string, target: string) => {
    const row = rows.find((one) => one.load.startsWith(load) && one.target === target)
    return row === undefined ? undefined : summary(row)
  }
  const ratio = (a: number | undefined, b: number | undefined) => (a ?? Number.NaN) / (b ?? Number.NaN)
  const cpu = ratio(of('paced', 'gateway')?.cpuUsPerEvent, of('paced', 'Node pipe')?.cpuUsPerEvent)
  const added = (of('one client', 'gateway')?.ttfb50 ?? Number.NaN) - (of('one client', 'direct')?.ttfb50 ?? Number.NaN)
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
    atMost('time to the first event added, one client', added, targets.firstEventMs, 'ms'),
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
