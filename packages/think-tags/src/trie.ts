import { no, undecided, type Verdict } from './matcher.ts'

/**
 * Literal texts in one tree, so that a place costs as many steps as its characters fit, not one comparison for each text. What nodes have in common
 * is compared at once.
 *
 *     <┬think┬>     (<think>)
 *      │     └ing>  (<thinking>)
 *      └/┬think>
 *        └…
 */
export interface Trie {
  add(value: string, index: number): void
  /** Length of the longest text that begins here; `undecided` while a longer one is possible. */
  match(text: string, at: number, final: boolean): Verdict
  /** Index of the text that was matched last. */
  index(): number
}

interface Node {
  /** What stands here, in front of the next step. */
  label: string
  /** Of the text that ends behind it; -1: none does. */
  index: number
  /** Copied to grow: to push would make room for sixteen more in each. */
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
        // The same spelling twice: the first one counts.
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

  function match(text: string, at: number, final: boolean): Verdict {
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

/** Another text leaves here, in the middle of the label. */
function branch(node: Node, at: number): void {
  const { label } = node
  const rest = { ...node, label: label.slice(at + 1) }
  node.label = label.slice(0, at)
  node.index = -1
  node.units = [label.charCodeAt(at)]
  node.next = [rest]
}

// A handful of children at most: looking through them beats a map.
function child({ units, next }: Node, unit: number): Node | undefined {
  for (let i = 0; i < units.length; i++) if (units[i] === unit) return next[i]
  return undefined
}
