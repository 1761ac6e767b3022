import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of a V8 CPU profile that this module reads. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** A part of the gateway, and its share of the main thread's busy time, from 0 to 1. */
export interface Share {
  part: string
  share: number
}

/**
 * Reads the profile with the most busy time in a folder: threads write theirs beside that of the process.
 *
 * @param warmUp - Share of the profile's time, from 0 to 1, that is left out because the code is not yet compiled.
 */
export function readShares(folder: string, warmUp: number): Share[] {
  const profiles = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile)
  return sharesOf(profiles.toSorted((a, b) => busyTime(b) - busyTime(a))[0]!, warmUp)
}

/** Shares of a profile, the largest first. System calls and functions of V8 count for their caller. */
export function sharesOf(profile: CpuProfile, warmUp: number): Share[] {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const parts = new Map<number, string | undefined>()
  const sums = new Map<string, number>()
  let passed = 0
  let busy = 0
  const begin = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0) * warmUp
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index]!
    passed += delta
    const part = partOf(id)
    if (passed < begin || part === undefined) return
    busy += delta
    sums.set(part, (sums.get(part) ?? 0) + delta)
  })
  return [...sums].map(([part, sum]) => ({ part, share: sum / busy })).toSorted((a, b) => b.share - a.share)

  function partOf(id: number): string | undefined {
    if (!parts.has(id)) parts.set(id, find(id))
    return parts.get(id)
  }

  function find(id: number): string | undefined {
    const { functionName, url } = byId.get(id)!.callFrame
    if (functionName === '(idle)') return undefined
    if (functionName === '(garbage collector)') return 'garbage collection'
    const own = partOfFile(url)
    if (own !== undefined) return own
    const parent = parents.get(id)
    return parent === undefined ? 'Node: the rest' : partOf(parent)
  }
}

/** The part that a file belongs to: our package, a dependency or Node. Undefined for functions without a file or in other files. */
function partOfFile(url: string): string | undefined {
  if (url === '') return undefined
  if (url.startsWith('wasm:')) return 'undici'
  if (url.startsWith('node:')) return 'Node: HTTP, streams, sockets'
  const dependency = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].at(-1)?.[1]
  if (dependency !== undefined && dependency !== '.pnpm') return dependency
  const own = /\/(?:packages|apps)\/([^/]+)\/dist\//.exec(url)?.[1]
  return own === undefined ? undefined : `@reason/${own}`
}

function busyTime({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  return samples.reduce((sum, id, index) => (idle.has(id) ? sum : sum + timeDeltas[index]!), 0)
}
