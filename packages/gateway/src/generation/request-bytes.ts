import type { Json } from '../json.ts'

/** Changed body of a long request. It is serialised when it is sent: in one step, it would block other requests. */
export class PendingBody {
  readonly json: Json
  /** The bytes before the first change. */
  readonly from: Buffer

  constructor(json: Json, from: Buffer) {
    this.json = json
    this.from = from
  }

  /** Serialises the body in one step, which blocks other requests. */
  toString(): string {
    return JSON.stringify(this.json)
  }
}

export type RequestBytes = Buffer | PendingBody

/** The bytes before the first change. */
export const originalBytes = (bytes: RequestBytes): Buffer => (bytes instanceof PendingBody ? bytes.from : bytes)
