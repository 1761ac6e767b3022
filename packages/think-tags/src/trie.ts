import { no, undecided, type Verdict } from './matcher.ts'

/**
 * Literal texts in one tree, so that a place costs as many steps as its characters fit, not one comparison for each text. Where only one text
 * is left, its rest is compared at once.
 *
 *     <┬t─h─i─n─k┬>     (<think>)
 *      │         └ing>  (<thinking>)
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
  units: number[]
  next: Node[]
  /** Rest of the only text that goes on here; then there is nothing else. */
  rest: string
  /** Of the text that ends here, or with the rest; -1: none does. */
  index: number
}

const createNode = (rest: string, index: number): Node => ({ units: [], next: [], rest, index })

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
    for (let at = 0; at < value.length; at++) {
      if (node.rest !== '') unfold(node)
      const unit = value.charCodeAt(at)
      const place = node.units.indexOf(unit)
      if (place === -1) {
        node.units.push(unit)
        node.next.push(createNode(value.slice(at + 1), index))
        return
      }
      node = node.next[place]!
    }
    if (node.rest !== '') unfold(node)
    // The same spelling twice: the first one counts.
    if (node.index === -1) node.index = index
  }

  function match(text: string, at: number, final: boolean): Verdict {
    const { length } = text
    let node = root
    let verdict = no
    for (let place = at; ; place++) {
      const { rest } = node
      if (rest !== '') {
        if (length - place < rest.length) return !final && rest.startsWith(text.slice(place)) ? undecided : verdict
        if (!text.startsWith(rest, place)) return verdict
        matched = node.index
        return place + rest.length - at
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

/** Another text goes through here: the first unit of the rest becomes a step. */
function unfold(node: Node): void {
  const { rest, index } = node
  node.units.push(rest.charCodeAt(0))
  node.next.push(createNode(rest.slice(1), index))
  node.rest = ''
  node.index = -1
}

// A handful of children at most: looking through them beats a map.
function child({ units, next }: Node, unit: number): Node | undefined {
  for (let i = 0; i < units.length; i++) if (units[i] === unit) return next[i]
  return undefined
}
