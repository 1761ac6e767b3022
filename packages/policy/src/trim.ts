import type { BlockStartPart, Channel, DeltaPart, Part, Stage } from '@reason/core'

/**
 * Takes away the blank lines that templates put beside their tags: at the beginning of the answer, and at both ends of the
 * reasoning. What stands between two blocks of a channel stays, so that no words are glued together.
 *
 * Only text that was split off is touched (blocks with a `from`): a wire's own fields may be signed. What is taken goes out as markup.
 */
export function trim(): Stage {
  const choices = new Map<number, Stage>()
  return {
    push(part) {
      if (part.type === 'end') return [...[...choices.values()].flatMap((choice) => choice.push(part)), part]
      const index = part.choice ?? 0
      let choice = choices.get(index)
      if (choice === undefined) choices.set(index, (choice = createChoiceTrim()))
      return choice.push(part)
    },
    passes: (part) => choices.get(part.choice ?? 0)?.passes?.(part) === true,
  }
}

function createChoiceTrim(): Stage {
  /** The split block that is open; its start waits for its first text, because it may turn out to have none. */
  let start: BlockStartPart | undefined
  let trimming = false
  /** Whitespace of the reasoning that is the end of it, unless more comes. */
  let tail = ''
  /** Channels that have begun with something other than whitespace. */
  const begun = new Set<string>()

  return {
    passes: ({ channel, text, inserted }) =>
      !trimming || (begun.has(channel) && start === undefined && inserted !== true && endsHere(channel, text)),
    push(part) {
      switch (part.type) {
        case 'block-start':
          trimming = part.from !== undefined && part.channel !== 'commentary' && part.kind === undefined
          if (!trimming) return [part]
          start = part
          return []
        case 'delta':
          if (!trimming) return [part]
          return part.inserted ? insert(part) : trimText(part)
        case 'block-end':
          if (!trimming) return [part]
          trimming = false
          // A thought with nothing in it was still a thought; an answer of whitespace was none.
          if (start !== undefined && part.channel === 'answer') {
            start = undefined
            return []
          }
          return [...begin(), part]
        case 'finish':
          return [...rest(part), part]
        case 'end':
          return rest(part)
        default:
          return [part]
      }
    },
  }

  /** Whitespace at its end would wait for what follows. */
  function endsHere(channel: Channel, text: string): boolean {
    return channel !== 'reasoning' || (tail === '' && text.trimEnd().length === text.length)
  }

  function trimText(part: DeltaPart): Part[] {
    const parts: Part[] = []
    let text = part.text
    if (!begun.has(part.channel)) {
      const kept = text.trimStart()
      if (kept.length < text.length) parts.push(markup(text.slice(0, text.length - kept.length), part))
      if (kept === '') return parts
      begun.add(part.channel)
      text = kept
    }
    if (part.channel === 'reasoning') {
      const all = tail === '' ? text : tail + text
      const kept = text.trimEnd()
      if (kept === '') {
        tail = all
        return parts
      }
      text = all.slice(0, all.length - (text.length - kept.length))
      tail = all.slice(text.length)
    }
    parts.push(...begin(), text === part.text ? part : { ...part, text })
    return parts
  }

  /** Text of ours is meant as it is. */
  function insert(part: DeltaPart): Part[] {
    begun.add(part.channel)
    return [...begin(), part]
  }

  function rest(part: Part): Part[] {
    const text = tail
    tail = ''
    return text === '' ? [] : [markup(text, part)]
  }

  function begin(): Part[] {
    if (start === undefined) return []
    const part = start
    start = undefined
    return [part]
  }
}

const markup = (text: string, { choice }: Part): Part => ({
  type: 'markup',
  text,
  of: 'whitespace',
  ...(choice !== undefined && { choice }),
})
