import type { ApiError } from '@reason/gateway/errors'

/** Limits the memory that the bodies of all large requests take together, until their answers end. */
export interface BodyRoom {
  /** Opens an account for one request. */
  open(): BodyPlace
}

export interface BodyPlace {
  /** Sets how many bytes the request holds in total. @returns False if the room is full; the account is unchanged then. */
  hold(bytes: number): boolean
  /** Whether the request takes any of the room. */
  isLarge(): boolean
  /** Gives the bytes back. Idempotent. */
  leave(): void
}

/** Requests up to this size, in bytes, are not counted, so that large ones never block ordinary ones. */
const free = 1_048_576

/** @param total - Maximum bytes of all counted requests together. */
export function createBodyRoom(total: number): BodyRoom {
  let taken = 0
  return {
    open() {
      let held = 0
      return {
        hold(bytes) {
          const wanted = bytes <= free ? 0 : bytes
          if (wanted > held && taken - held + wanted > total) return false
          taken += wanted - held
          held = wanted
          return true
        },
        isLarge: () => held > 0,
        leave() {
          taken -= held
          held = 0
        },
      }
    },
  }
}

export const noRoom = {
  status: 503,
  type: 'server_error',
  code: 'no_room',
  message: 'The gateway has no memory for another large request now. Send the request again in a moment.',
  headers: { 'retry-after': '1' },
} as const satisfies ApiError
