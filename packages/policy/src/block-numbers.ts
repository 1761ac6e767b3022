import type { Part } from '@reason/core'

/** Numbers of the blocks that go out, where a policy puts blocks of its own between those that came in. */
export interface BlockNumbers {
  /** Whether every block goes out under the number that it came with. */
  areOwn(): boolean
  /** A block of the input begins. @returns Its number. */
  begin(block: number): number
  /** @returns The number of a block that is put in. From now on what comes of the input's block goes there. */
  insert(block: number): number
  /** The number of a block of the input. */
  of(block: number): number
  renumbered(part: Part): Part
}

export function createBlockNumbers(): BlockNumbers {
  /** Of the input's blocks. Those of some providers are open side by side. */
  const numbers = new Map<number, number>()
  /** Where they began. A warning speaks of the block that came in, wherever its text goes on by then. */
  const firsts = new Map<number, number>()
  /** Blocks that were put in, and so how far later ones are shifted. */
  let shift = 0
  let highest = -1

  return { areOwn: () => shift === 0, begin, insert, of, renumbered }

  function begin(block: number): number {
    const number = block + shift
    numbers.set(block, number)
    firsts.set(block, number)
    highest = Math.max(highest, number)
    return number
  }

  function insert(block: number): number {
    shift++
    numbers.set(block, ++highest)
    return highest
  }

  function of(block: number): number {
    return numbers.get(block) ?? block + shift
  }

  function renumbered(part: Part): Part {
    if (shift === 0 || !('block' in part) || part.block === undefined) return part
    return { ...part, block: (part.type === 'warning' ? firsts.get(part.block) : undefined) ?? of(part.block) }
  }
}
