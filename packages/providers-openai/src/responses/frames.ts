import type { Frame } from '@reason/core/wire'

/** Events as they are sent, numbered in their order. */
export interface Frames {
  /**
   * @param members - JSON members with a comma in front of each: `,"output_index":0`.
   * @param name - Of one more member, which may be long: it is written only where frames are.
   */
  add(type: string, members: string, name?: string, value?: unknown): void
  /** For an event of which all but the value's own JSON is ready: `{"type":…,"delta":`. */
  addReady(type: string, head: string, value: string, rest: string): void
  /** The last member of the next frame, and its end. That frame is counted, and not added. */
  ending(): string
  /** What has been added since. */
  take(): readonly Frame[]
}

const nothing: readonly Frame[] = Object.freeze([])

export function createFrames(): Frames {
  let frames: Frame[] = []
  let sequence = 0

  return {
    add(type, members, name, value) {
      const last = name === undefined ? '' : member(name, value)
      frames.push({ event: type, data: `{"type":"${type}","sequence_number":${sequence++}${members}${last}}` })
    },
    addReady(type, head, value, rest) {
      frames.push({ event: type, data: head + JSON.stringify(value) + rest + ending() })
    },
    ending,
    take() {
      if (frames.length === 0) return nothing
      const taken = frames
      frames = []
      return taken
    },
  }

  function ending(): string {
    return `"sequence_number":${sequence++}}`
  }
}

/** Of a whole body no event is sent. To write each text of it four times would take most of the time. */
export const noFrames: Frames = { add() {}, addReady() {}, ending: () => '', take: () => nothing }

/** A member of a JSON object. Values of others have been tried with `isJson`. */
export const member = (name: string, value: unknown): string => `,${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`

/** What JSON has no form for (cycles, functions), or is too deep for it, is not written. */
export function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

const ours: ReadonlySet<string> = new Set(['type', 'sequence_number', 'output_index'])

/** The members of an event that was read, but for those that every writer gives anew. */
export const members = (event: object): string =>
  Object.entries(event)
    .map(([field, value]) => (ours.has(field) ? '' : member(field, value)))
    .join('')
