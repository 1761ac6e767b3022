import type { Part, StartPart } from '../parts.ts'
import type { AnswerKind } from './memory.ts'

/** Derives from the parts of one answer, without keeping text, where the server lets text begin. */
export interface StartWatcher {
  /** Takes parts in order, after splitting and before policies. Ignores parts of further choices. */
  see(part: Part): void
  /** Undefined if the answer had neither text nor reasoning. */
  kind(): AnswerKind | undefined
  /**
   * The server's name for its build (`system_fingerprint` of Chat Completions), and the model's name in the response if it differs from the requested one.
   * Undefined if the answer has neither. Known before any text.
   */
  build(): string | undefined
}

/** @param asked - The requested model. Many servers echo this name, which the client chooses, so it does not count as a build. */
export function watchStart(asked?: string): StartWatcher {
  let hadField = false
  let hadCloser = false
  /** A closer turned text that was already shown or held into reasoning. */
  let isLate = false
  let ledWithOpener = false
  let hadBlock = false
  /** The last delimiter may be the opener of the next block. */
  let opener = false
  /** The next delimiter ends a block, or stands alone. */
  let isCloserNext = false
  /** The open reasoning block began without an opener. */
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
          // A cut text that was hidden by caution has no closer, and proves nothing.
          hadCloser ||= (part.boundary === 'orphan' && part.terminator !== undefined) || (part.boundary === 'closer' && unopened)
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
    kind,
    build: () => build,
  }

  /** Decides by the strongest evidence. */
  function kind(): AnswerKind | undefined {
    if (hadField) return isLate ? 'leak' : 'field'
    if (hadCloser) return 'closer'
    if (ledWithOpener) return 'opener'
    return hadBlock ? 'plain' : undefined
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
