import { median } from '../measure.ts'
import type { Share } from './profile.ts'

/** One window of load through one target, as the client prints it. */
export interface LoadSample {
  rps: number
  eps: number
  evPerReq: number
  evPerRead: number
  ttfb50: number
  ttfb99: number
  cpuUsPerEvent: number | null
  cpuUsPerReq: number | null
  /** Of the target's processes, the one that started the others first. */
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
  /** Before anybody asked. */
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
  /** Programs of others: the version that was measured, or why there was none. */
  peers: Record<string, { version: string } | { absent: string }>
  rows: GatewayRow[]
  memory: GatewayMemory
  profiles: GatewayProfile[]
}

/** For about this long V8 goes on compiling, and a request becomes cheaper. */
export const warmUpSeconds = 10

/** In a quiet window everything else uses no more than this of a core. */
export const quietPercent = 15

export const isQuiet = ({ foreign }: LoadSample): boolean => foreign <= quietPercent

/** Medians of the figures that the page shows; windows with much foreign load are left out where there are others. */
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
    /** Of the process that started the others. */
    firstShare: of((sample) => sample.cpuShares[0]),
    ttfb50: of((sample) => sample.ttfb50),
    ttfb99: of((sample) => sample.ttfb99),
    rssMaxMB: of((sample) => sample.rssMaxMB),
    bad: samples.reduce((sum, { bad }) => sum + bad, 0),
  }
}
