import { no, undecided, type Verdict } from './matcher.ts'

/**
 * Literal texts in one tree, so that a place costs as many steps as its characters fit, not one comparison for each text.
 *
 *     < ─┬─ t ── h ── i ── n ── k ─┬─ >  (<think>)
 *        │                         └─ i ── n ── g ── >  (<thinking>)
 *        └─ / ── t ── …
 */
export interface Trie {
  add(value: string, index: number): void
  /** Length of the longest text that begins here; `undecided` while a longer one is possible. */
  match(text: string, at: number, final: boolean): Verdict
  /** Index of the text that was matched last. */
  index(): number
}

interface Node {
  units: number[]
  next: Node[]
  /** Of the text that ends here; -1: none does. */
  index: number
}

const createNode = (): Node => ({ units: [], next: [], index: -1 })

export function createTrie(): Trie {
  const root = createNode()
  let matched = -1

  return {
    add,
    match,
    index: () => matched,
  }

  function add(value: string, index: number): void {
    let node = root
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at)
      let place = node.units.indexOf(unit)
      if (place === -1) {
        place = node.units.push(unit) - 1
        node.next.push(createNode())
      }
      node = node.next[place]!
    }
    // The same spelling twice: the first one counts.
    if (node.index === -1) node.index = index
  }

  function match(text: string, at: number, final: boolean): Verdict {
    const { length } = text
    let node = root
    let verdict = no
    for (let place = at; ; place++) {
      if (node.index !== -1) {
        matched = node.index
        verdict = place - at
      }
      if (node.units.length === 0) return verdict
      if (place === length) return final ? verdict : undecided
      const next = child(node, text.charCodeAt(place))
      if (next === undefined) return verdict
      node = next
    }
  }
}

// A handful of children at most: looking through them beats a map.
function child({ units, next }: Node, unit: number): Node | undefined {
  for (let i = 0; i < units.length; i++) if (units[i] === unit) return next[i]
  return undefined
}
