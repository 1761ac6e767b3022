import type { Part, StartPart } from '../parts.ts'
import type { AnswerKind } from './memory.ts'

/** Reads from the parts of one answer, text left out, what it shows of where the server lets text begin. */
export interface StartWatcher {
  /** Parts in their order, split and before any policy. Those of further choices are passed over. */
  see(part: Part): void
  /** Undefined: the answer had neither text nor reasoning. */
  kind(): AnswerKind | undefined
  /**
   * What the server calls its own build (`system_fingerprint` of Chat Completions), and its model, where that is another one than was asked for.
   * Undefined: the answer named none. Known before any text is.
   */
  build(): string | undefined
}

/** @param asked - The model that the server was asked for: many echo it, so that a client chooses it. */
export function watchStart(asked?: string): StartWatcher {
  let hadField = false
  let hadCloser = false
  /** Text was shown, or held, that a closer has made reasoning. */
  let isLate = false
  let ledWithOpener = false
  let hadBlock = false
  /** A delimiter that may be the opener of the next block. */
  let opener = false
  /** The next delimiter ends a block, or stands alone. */
  let isCloserNext = false
  /** The open block of reasoning began without an opener. */
  let unopened = false
  let build: string | undefined

  return {
    see(part) {
      if (part.type === 'end' || (part.choice ?? 0) > 0) return
      switch (part.type) {
        case 'start':
          build = buildIn(part, asked)
          return
        case 'block-start':
          return begin(part.channel, part.from)
        case 'block-end':
          if (part.channel !== 'reasoning') return
          isCloserNext = part.boundary === 'closer' || part.boundary === 'orphan'
          hadCloser ||= part.boundary === 'orphan' || (part.boundary === 'closer' && unopened)
          return
        case 'warning':
          isLate ||= part.code === 'late-closer' || part.code === 'orphan-reclassified'
          if (part.code !== 'orphan-close' && part.code !== 'orphan-reclassified') return
          hadCloser = true
          isCloserNext = true
          return
        case 'markup':
          if (part.of !== 'delimiter') return
          opener = !isCloserNext
          isCloserNext = false
      }
    },
    kind: () => (hadField ? (isLate ? 'leak' : 'field') : hadCloser ? 'closer' : ledWithOpener ? 'opener' : hadBlock ? 'plain' : undefined),
    build: () => build,
  }

  function begin(channel: string, from: number | undefined): void {
    if (channel === 'reasoning') {
      hadField ||= from === undefined
      unopened = from !== undefined && !opener
      ledWithOpener ||= from !== undefined && opener && !hadBlock
    }
    hadBlock = true
    opener = false
    isCloserNext = false
  }
}

function buildIn({ native, model }: StartPart, asked: string | undefined): string | undefined {
  const { system_fingerprint: build } = (native ?? {}) as { system_fingerprint?: unknown }
  const named = [build, asked !== undefined && model !== asked && model].filter((word) => typeof word === 'string' && word !== '')
  return named.length === 0 ? undefined : named.join(' ')
}
