import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from './check.ts'
import { importsOf } from './imports.ts'
import { root } from './workspace.ts'

/** Imports of each folder or file of a package: the imported folder or file, and one import as an example. */
type Graph = Map<string, Map<string, string>>

/** Finds import cycles among the folders of each package, by values or types. */
export function checkRings(from = root): Outcome {
  const problems = globSync('{packages,apps}/*/src', { cwd: from })
    .sort()
    .flatMap((folder) =>
      ringsIn(graphOf(importsIn(join(from, folder)))).map(
        ({ members, example }) => `${folder}: ${members.join(', ')} import each other (${example}). ${remedy}`,
      ),
    )
  return { problems }
}

const remedy = 'Move what they share to a folder below both.'

interface Edge {
  from: string
  to: string
  /** The importing and the imported file, for messages. */
  example: string
}

function importsIn(folder: string): Edge[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .sort()
    .flatMap((file) =>
      importsOf(join(folder, file))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => join(dirname(file), specifier))
        .map((to) => ({ from: roomOf(file), to: roomOf(to), example: `${file} takes ${to}` }))
        .filter((edge) => edge.from !== edge.to && edge.to !== '..'),
    )
}

/** The top folder of a path, or the file itself if it lies in no folder. */
const roomOf = (path: string): string => path.split('/')[0]!

function graphOf(edges: readonly Edge[]): Graph {
  const graph: Graph = new Map()
  for (const { from, to, example } of edges) {
    const others = graph.get(from) ?? new Map<string, string>()
    graph.set(from, others.set(to, others.get(to) ?? example))
  }
  return graph
}

/** Cycles of a graph: folders and files that all reach each other, and one import between them. */
function ringsIn(graph: Graph): { members: string[]; example: string }[] {
  const reached = new Map(Array.from(graph.keys(), (room) => [room, reachedFrom(room, graph)]))
  const inRing = (one: string, other: string): boolean => reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true
  const rooms = [...graph.keys()].filter((room) => inRing(room, room)).sort()
  const rings = rooms.map((room) => rooms.filter((other) => inRing(room, other)))
  return rings
    .filter((members, index) => members[0] === rooms[index])
    .map((members) => {
      const to = members.find((member) => graph.get(members[0]!)!.has(member))!
      return { members, example: graph.get(members[0]!)!.get(to)! }
    })
}

function reachedFrom(room: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [room]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const to of graph.get(next)?.keys() ?? []) {
      if (found.has(to)) continue
      found.add(to)
      waiting.push(to)
    }
  }
  return found
}
