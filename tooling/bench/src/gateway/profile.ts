import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What V8's profiler writes, as far as it is read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** A part of the gateway, and its share of the busy time of the main thread: 0 to 1. */
export interface Share {
  part: string
  share: number
}

/**
 * The longest profile in a folder: threads have theirs beside that of the process.
 *
 * @param warmUp - The part of its time, 0 to 1, before which the code is not compiled yet.
 */
export function readShares(folder: string, warmUp: number): Share[] {
  const profiles = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile)
  return sharesOf(profiles.toSorted((a, b) => busyTime(b) - busyTime(a))[0]!, warmUp)
}

/** What is nobody's own (system calls, functions of V8) counts for who called it. */
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

/** Where what is measured lives; what is not in a package of ours or a known dependency is Node's. */
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
