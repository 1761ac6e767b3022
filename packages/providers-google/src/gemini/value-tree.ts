import type { PathSegment } from './json-path.ts'
import type { Scalar } from './partial-arguments.ts'

type Container = Map<string, Value> | Value[]
interface Leaf {
  scalar: Scalar
  /** True if the next text for the same place continues the string. */
  open: boolean
}
type Value = Container | Leaf

export interface Stored {
  change: 'added' | 'appended' | 'replaced'
  /** Number of existing containers on the path, not counting the object itself. */
  oldContainers: number
}

/** Stores values of an object by path. Names are no property names here, so `__proto__` is not special. */
export function createValueTree() {
  const root: Map<string, Value> = new Map()

  return { store, toJson: (name: PathSegment) => write(root.get(String(name))) }

  /** @returns Undefined if an array would get a gap. The value is then not stored. */
  function store(to: readonly PathSegment[], scalar: Scalar, open: boolean): Stored | undefined {
    let container: Container = root
    let replaced = false
    let depth = 0
    for (; depth < to.length - 1; depth++) {
      const child = childOf(container, to[depth]!)
      if (!isContainer(child) || Array.isArray(child) !== (typeof to[depth + 1] === 'number')) {
        replaced = child !== undefined
        break
      }
      container = child
    }
    if (hasGap(container, to, depth)) return undefined
    const oldContainers = depth
    for (; depth < to.length - 1; depth++) {
      const made: Container = typeof to[depth + 1] === 'number' ? [] : new Map<string, Value>()
      put(container, to[depth]!, made)
      container = made
    }
    const last = to.at(-1)!
    const leaf = childOf(container, last)
    if (leaf !== undefined && !isContainer(leaf) && leaf.open && typeof leaf.scalar === 'string' && typeof scalar === 'string') {
      leaf.scalar += scalar
      leaf.open = open
      return { change: 'appended', oldContainers }
    }
    put(container, last, { scalar, open })
    return { change: replaced || leaf !== undefined ? 'replaced' : 'added', oldContainers }
  }
}

const isContainer = (value: Value | undefined): value is Container => Array.isArray(value) || value instanceof Map

/** Returns a child. The caller has checked that the segment fits the container's kind. */
const childOf = (container: Container, at: PathSegment): Value | undefined =>
  Array.isArray(container) ? container[at as number] : container.get(at as string)

function put(container: Container, at: PathSegment, value: Value): void {
  if (Array.isArray(container)) container[at as number] = value
  else container.set(at as string, value)
}

/** Tells whether an array would get a gap: the index is beyond the end of an existing array, or not 0 in a new one. */
function hasGap(container: Container, to: readonly PathSegment[], depth: number): boolean {
  const [first, ...rest] = to.slice(depth)
  if (Array.isArray(container) && (first as number) > container.length) return true
  return rest.some((segment) => typeof segment === 'number' && segment > 0)
}

/** Serialises a value. The depth is limited by the longest path. */
function write(value: Value | undefined): string {
  if (value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (value instanceof Map) return `{${[...value].map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join(',')}}`
  return JSON.stringify(value.scalar)
}
