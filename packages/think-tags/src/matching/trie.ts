import { no, undecided, type MatchVerdict } from './matcher.ts'

/**
 * Literal texts in one tree, so that matching a place takes one step per matching character instead of one comparison per text. Common parts are
 * compared once.
 *
 *     <┬think┬>     (<think>)
 *      │     └ing>  (<thinking>)
 *      └/┬think>
 *        └…
 */
export interface Trie {
  add(value: string, index: number): void
  /** Length of the longest text at this place. `undecided` while a longer one is possible. */
  match(text: string, at: number, final: boolean): MatchVerdict
  /** Index of the last matched text. */
  index(): number
}

interface Node {
  /** Characters of this node, before its children. */
  label: string
  /** Index of the text that ends after the label. -1: none. */
  index: number
  /** Copied to grow, because a push would reserve room for sixteen more in each node. */
  units: readonly number[]
  next: readonly Node[]
}

const none: readonly never[] = []
const createNode = (label: string, index: number): Node => ({ label, index, units: none, next: none })

export function createTrie(): Trie {
  const root = createNode('', -1)
  let matched = -1

  return {
    add,
    match,
    index: () => matched,
  }

  function add(value: string, index: number): void {
    let node = root
    for (let at = 0; ; at++) {
      const { label } = node
      let fit = 0
      while (fit < label.length && label.charCodeAt(fit) === value.charCodeAt(at + fit)) fit++
      if (fit < label.length) branch(node, fit)
      at += fit
      if (at === value.length) {
        // If a spelling occurs twice, the first one counts.
        if (node.index === -1) node.index = index
        return
      }
      const unit = value.charCodeAt(at)
      const next = child(node, unit)
      if (next === undefined) {
        node.units = [...node.units, unit]
        node.next = [...node.next, createNode(value.slice(at + 1), index)]
        return
      }
      node = next
    }
  }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const { length } = text
    let node = root
    let verdict = no
    for (let place = at; ; place++) {
      const { label } = node
      if (label !== '') {
        if (length - place < label.length) return !final && label.startsWith(text.slice(place)) ? undecided : verdict
        if (!text.startsWith(label, place)) return verdict
        place += label.length
      }
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

/** Splits a label where another text branches off. */
function branch(node: Node, at: number): void {
  const { label } = node
  const rest = { ...node, label: label.slice(at + 1) }
  node.label = label.slice(0, at)
  node.index = -1
  node.units = [label.charCodeAt(at)]
  node.next = [rest]
}

// Linear search, because a handful of children is faster without a map.
function child({ units, next }: Node, unit: number): Node | undefined {
  for (let i = 0; i < units.length; i++) if (units[i] === unit) return next[i]
  return undefined
}
