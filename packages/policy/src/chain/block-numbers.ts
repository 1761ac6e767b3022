import type { Part } from '@reason/core'

/** Numbers of the output's blocks, for a policy that inserts blocks between those of the input. */
export interface BlockNumbers {
  /** Whether every block keeps its number. */
  areOwn(): boolean
  /** Registers a block of the input. @returns Its number in the output. */
  begin(block: number): number
  /** Inserts a block, which replaces the input's block for all later parts. @returns The inserted block's number. */
  insert(block: number): number
  /** The output number of a block of the input. */
  of(block: number): number
  renumbered(part: Part): Part
}

export function createBlockNumbers(): BlockNumbers {
  /** Output numbers by input block. Some providers have several blocks open at once. */
  const numbers = new Map<number, number>()
  /** First output numbers by input block. A warning refers to the block that came in, even if its text now continues in another one. */
  const firsts = new Map<number, number>()
  /** Number of inserted blocks, and so the shift of later blocks. */
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
