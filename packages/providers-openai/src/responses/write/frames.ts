import type { Frame } from '@reason/core/wire'

/** Collects events as they are sent, numbered in order. */
export interface Frames {
  /**
   * @param members - JSON members with a comma in front of each: `,"output_index":0`.
   * @param name - Name of one more member, whose value may be long. It is serialised only if frames are kept.
   */
  add(type: string, members: string, name?: string, value?: unknown): void
  /** Adds an event whose JSON is complete except for one value: `{"type":…,"delta":`. */
  addReady(type: string, head: string, value: string, rest: string): void
  /** Writes a text as JSON, for members of several events. Empty if frames are not kept. */
  text(value: string): string
  /** Returns the last member of the next frame, with its end. The frame is counted, but not added. */
  ending(): string
  /** Returns the frames added since the last call. */
  take(): readonly Frame[]
}

const nothing: readonly Frame[] = []

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
    text: JSON.stringify,
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

/** Discards all events, for a whole body. Serialising each text four times would take most of the time. */
export const noFrames: Frames = { add() {}, addReady() {}, text: () => '', ending: () => '', take: () => nothing }

/** Writes a member of a JSON object. Values from outside have been checked with `isJson`. */
export const member = (name: string, value: unknown): string => `,${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`

/** False for values that JSON cannot express: cycles, functions, too deep nesting. */
export function isJson(value: unknown): boolean {
  try {
    // Any text is JSON. Writing an image of megabytes for this answer would take as long as sending it.
    return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? '' : inner)) !== undefined
  } catch {
    return false
  }
}

const ours: ReadonlySet<string> = new Set(['type', 'sequence_number', 'output_index'])

/** Writes the members of an event that was read, except those that every writer sets itself. */
export const members = (event: object): string =>
  Object.entries(event)
    .map(([field, value]) => (ours.has(field) ? '' : member(field, value)))
    .join('')
