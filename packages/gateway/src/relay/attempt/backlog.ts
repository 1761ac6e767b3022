import { inSlice } from '../../event-loop/slices.ts'
import type { Pausable } from '../sink.ts'

/** Bytes of an answer that are read before other requests get their turn: about the size of one network read. */
const mostInTurn = 65_536

export interface BacklogOptions {
  /** Pauses the upstream while it is ahead. */
  flow: Pausable
  isOver(): boolean
  /** Work remains from bytes that were read. */
  hasWork(): boolean
  /** Does one slice of that work. */
  work(): void
  /** Reads the next waiting bytes. @param more - More bytes follow at once. */
  read(bytes: Buffer, more: boolean): void
  /** Reports what the work throws. */
  guarded(work: () => void): () => void
}

/** Upstream bytes that wait for their slice, so that other requests get their turn during a long answer. */
export interface Backlog {
  /** The upstream is ahead, so its bytes wait. Otherwise they are read on arrival. */
  isBehind(): boolean
  hasBytes(): boolean
  /** Counts bytes that were read. Pauses the upstream once they are enough for one turn. */
  took(length: number): void
  /** Pauses the upstream, and reads on in slices. */
  fallBehind(): void
  /** Adds bytes that have come since. */
  add(bytes: Buffer): void
  /** Returns the end of bytes that were taken out. */
  putBack(bytes: Buffer): void
  /** Calls back after the last waiting bytes. The first ending stays, unless another `replaces` it. */
  endWith(ending: () => void, replaces?: boolean): void
  /** The client does not keep up. */
  pause(): void
  resume(): void
}

export function createBacklog({ flow, isOver, hasWork, work, read, guarded }: BacklogOptions): Backlog {
  /** Bytes read since other requests last had their turn. */
  let taken = 0
  let isHeldUp = false
  let behind: { bytes: Buffer[]; ending?: () => void } | undefined
  let isPlanned = false

  return {
    isBehind: () => behind !== undefined,
    hasBytes: () => behind !== undefined && behind.bytes.length > 0,
    took(length) {
      taken += length
      if (taken >= mostInTurn && behind === undefined && !isOver()) fallBehind()
    },
    fallBehind,
    add: (bytes) => void behind!.bytes.push(Buffer.from(bytes)),
    putBack: (bytes) => void behind?.bytes.unshift(Buffer.from(bytes)),
    endWith(ending, replaces = false) {
      if (replaces || behind!.ending === undefined) behind!.ending = ending
    },
    pause() {
      isHeldUp = true
      flow.pause()
    },
    resume() {
      isHeldUp = false
      if (behind === undefined) flow.resume()
      else plan()
    },
  }

  function fallBehind(): void {
    behind = { bytes: [] }
    flow.pause()
    plan()
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    inSlice(guarded(catchUp))
  }

  /** Does one slice of the waiting work and schedules the next. */
  function catchUp(): void {
    isPlanned = false
    // `resume` schedules the work again.
    if (isOver() || behind === undefined || isHeldUp) return
    taken = 0
    const { bytes, ending } = behind
    if (hasWork()) work()
    else if (bytes.length > 0) read(bytes.shift()!, bytes.length > 0)
    else {
      behind = undefined
      flow.resume()
      return ending?.()
    }
    plan()
  }
}
