import { parseArgs } from 'node:util'
import { megabytes, soak, verdict } from './soak.ts'

/** `pnpm soak -- [--minutes N] [--streams N] [--pace MS] [--words N] [--faults SHARE] [--seed N] [--attack-every MS]` */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    minutes: { type: 'string', default: '5' },
    streams: { type: 'string', default: '500' },
    pace: { type: 'string', default: '100' },
    words: { type: 'string', default: '100' },
    faults: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: '1' },
    'attack-every': { type: 'string' },
  },
})
const report = await soak(
  {
    ms: Number(values.minutes) * 60_000,
    streams: Number(values.streams),
    paceMs: Number(values.pace),
    words: Number(values.words),
    faults: Number(values.faults),
    seed: Number(values.seed),
    from: 'dist',
    ...(values['attack-every'] !== undefined && { attackEveryMs: Number(values['attack-every']) }),
  },
  (line) => process.stderr.write(`${line}\n`),
)

const {
  requests,
  endings,
  problems,
  traces,
  left,
  attacks,
  longestDelay,
  longestStep,
  machineGap,
  memory,
  resident,
  exitCode,
  complaints,
} = report
console.log(
  [
    '',
    `${requests} requests, ${values.streams} at a time: ${Object.entries(endings)
      .map(([ending, count]) => `${count} ${ending}`)
      .join(', ')}`,
    `traces: ${traces.found} of ${traces.expected}`,
    `left: ${left.inFlight} in flight, ${left.upstreamBusy} at the upstream, ${left.sockets ?? 'unknown'} connections, ${left.reserved} tokens reserved`,
    ...(attacks.sent > 0 ? [`${attacks.sent} attacks`, ...attacks.wrong] : []),
    `longest gap of a stream to which nothing happened: ${Math.round(longestDelay)} ms beyond its pace; of a thread that does nothing: ${Math.round(machineGap)} ms`,
    `longest step of the gateway's main thread: ${Math.round(longestStep)} ms of CPU`,
    `memory after collection: ${megabytes(memory.slope)} per minute over ${memory.samples} samples, the first third left out. By that it grew by ` +
      `${megabytes(memory.growth)} in this time; up to ${megabytes(memory.allowed)} counts as flat. Resident at most: ${megabytes(resident)}`,
    `exit code of the gateway: ${exitCode}`,
    ...(complaints === '' ? [] : ['', 'The gateway said:', complaints]),
    ...problems.slice(0, 20).map(({ kind, what }) => `${kind}: ${what}`),
    ...(problems.length > 20 ? [`… and ${problems.length - 20} more`] : []),
    ...traces.wrong.slice(0, 20),
    '',
    ...verdict(report).map(([what, holds]) => `${holds ? 'yes' : 'NO '}  ${what}`),
  ].join('\n'),
)
process.exitCode = verdict(report).every(([, holds]) => holds) ? 0 : 1
