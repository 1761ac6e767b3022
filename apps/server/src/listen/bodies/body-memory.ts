/** Limits the memory that the bodies of all requests take together, until their answers end. */
export interface BodyRoom {
  /** Opens an account for one request. */
  open(): BodyPlace
}

export interface BodyPlace {
  /** Sets how many bytes the request holds in total. @returns False if the room is full; the account is unchanged then. */
  hold(bytes: number): boolean
  /** Whether the request takes any of the room. */
  isCounted(): boolean
  /** Gives the bytes back. Idempotent. */
  leave(): void
}

/** Requests up to `free` bytes are not counted. Others up to `ordinary` have a room of their own, so that large ones never block them. */
const free = 65_536
const ordinary = 1_048_576
/** Maximum bytes of all ordinary requests together. Their parsed JSON takes two to three times as much. */
const mostOrdinary = 536_870_912

/** @param total - Maximum bytes of all large requests together. */
export function createBodyRoom(total: number): BodyRoom {
  const large = { taken: 0, most: total }
  const others = { taken: 0, most: mostOrdinary }
  return {
    open() {
      let held = 0
      let room = others
      return {
        hold(bytes) {
          const wanted = bytes <= free ? 0 : bytes
          const next = wanted > ordinary ? large : others
          if (wanted > held && next.taken + wanted - (next === room ? held : 0) > next.most) return false
          room.taken -= held
          next.taken += wanted
          held = wanted
          room = next
          return true
        },
        isCounted: () => held > 0,
        leave() {
          room.taken -= held
          held = 0
        },
      }
    },
  }
}
