import type { ApiError } from './api-error.ts'

/** The memory that requests may take together while they are answered. */
export interface BodyRoom {
  /** For one request. */
  open(): BodyPlace
}

export interface BodyPlace {
  /** @param bytes - That it holds from now on, all in all. @returns Whether there is room for them. */
  hold(bytes: number): boolean
  /** Whether there is something to give back. */
  isLarge(): boolean
  /** It is over. May be called again. */
  leave(): void
}

/** Requests up to this size always find room, in bytes: what most people send is not to wait for what a few do. */
const free = 1_048_576

/** @param total - Bytes of all larger requests together. */
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
  message: 'The gateway holds as many large requests as it has room for. Send the request again in a moment.',
  headers: { 'retry-after': '1' },
} as const satisfies ApiError
