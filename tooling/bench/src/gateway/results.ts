import type { Machine } from '../machine.ts'
import { median } from '../measure.ts'
import type { Share } from './profile.ts'

/** Figures of one window of load through one target, as the client prints them. */
export interface LoadSample {
  rps: number
  eps: number
  evPerReq: number
  evPerRead: number
  ttfb50: number
  ttfb99: number
  cpuUsPerEvent: number | null
  cpuUsPerReq: number | null
  /** Share of CPU of each of the target's processes. The first is the process that started the others. */
  cpuShares: number[]
  rssMaxMB: number
  bad: number
  /** CPU of everything that is not part of the benchmark, in percent of one core. */
  foreign: number
}

export interface GatewayRow {
  load: string
  target: string
  samples: LoadSample[]
}

/** Memory of the gateway, in MB. */
export interface GatewayMemory {
  /** Before the first request. */
  fresh: number
  /** After all loads. */
  after: number
  idle: number
  idleSeconds: number
}

/** Where the gateway's main thread spends its time. */
export interface GatewayProfile {
  load: string
  shares: Share[]
}

export interface GatewayResults {
  machine: Machine
  /** Third-party programs: the measured version, or the reason why it is missing. */
  peers: Record<string, { version: string } | { absent: string }>
  rows: GatewayRow[]
  memory: GatewayMemory
  profiles: GatewayProfile[]
}

/** V8 goes on compiling for about this long, and requests become cheaper. */
export const warmUpSeconds = 10

/** In a quiet window, other programs use at most this share of a core. */
export const quietPercent = 15

export const isQuiet = ({ foreign }: LoadSample): boolean => foreign <= quietPercent

/** Medians of the figures that the page shows. Leaves out windows with much foreign load if there are quiet ones. */
export function summary({ samples }: GatewayRow) {
  const quiet = samples.filter(isQuiet)
  const counted = quiet.length > 0 ? quiet : samples
  const of = (pick: (sample: LoadSample) => number | null | undefined) => {
    const values = counted.map(pick).filter((value) => typeof value === 'number')
    return values.length === 0 ? undefined : median(values)
  }
  return {
    windows: counted.length,
    rps: of((sample) => sample.rps),
    cpuUsPerEvent: of((sample) => sample.cpuUsPerEvent),
    cpuUsPerReq: of((sample) => sample.cpuUsPerReq),
    /** Share of CPU of the process that started the others. */
    firstShare: of((sample) => sample.cpuShares[0]),
    ttfb50: of((sample) => sample.ttfb50),
    ttfb99: of((sample) => sample.ttfb99),
    rssMaxMB: of((sample) => sample.rssMaxMB),
    bad: samples.reduce((sum, { bad }) => sum + bad, 0),
  }
}
