import type { Channel, Part, Splitter, TextAdapter } from '@reason/core'
import { close, createReferenceSplitter, open, reference } from './reference.ts'

/** The reference with its parts changed on their way out. */
const altered = (
  alter: (parts: readonly Part[], call: 'push' | 'end') => readonly Part[],
  overrides: Partial<TextAdapter> = {},
): TextAdapter =>
  reference({
    ...overrides,
    createSplitter: () => {
      const inner = createReferenceSplitter()
      return { push: (text) => alter(inner.push(text), 'push'), end: () => alter(inner.end(), 'end') }
    },
  })

const each = (change: (part: Part) => readonly Part[]) => (parts: readonly Part[]) => parts.flatMap(change)

/** A splitter that answers by a rule of its own and may keep anything it likes. */
const built = (createSplitter: () => Splitter): TextAdapter => reference({ createSplitter })

const oneBlock = (channel: Channel, text: string): Part[] =>
  text === ''
    ? []
    : [
        { type: 'block-start', block: 0, channel },
        { type: 'delta', block: 0, channel, text },
        { type: 'block-end', block: 0, channel, boundary: 'end-of-stream' },
      ]

/** Sees a tag only where it came in one piece. */
export const blindToSplitTags = (): TextAdapter =>
  built(() => {
    let inner = createReferenceSplitter()
    let started = false
    return {
      push(text) {
        if (text.includes(open) || text.includes(close) || started) {
          started = true
          return inner.push(text)
        }
        return [{ type: 'markup', of: 'dropped', text }].filter(({ text }) => text !== '') as Part[]
      },
      end: () => inner.end(),
    }
  })

export const losesTheTail = (): TextAdapter =>
  altered((parts, call) => (call === 'push' ? parts : parts.filter(({ type }) => type !== 'delta' && type !== 'block-start')))

export const dropsBlanks = (): TextAdapter =>
  altered(
    each((part) => {
      if (part.type !== 'delta') return [part]
      const text = part.text.replaceAll(' ', '')
      return text === '' ? [] : [{ ...part, text }]
    }),
  )

export const speaksAfterEnd = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    let ends = 0
    return { push: inner.push, end: () => (++ends === 1 ? inner.end() : [{ type: 'markup', of: 'dropped', text: 'late' }]) }
  })

export const cutsSurrogatePairs = (): TextAdapter =>
  altered(each((part) => (part.type === 'delta' ? part.text.split('').map((text) => ({ ...part, text })) : [part])))

/** Keeps all that came and looks through it again at each push, as an indexOf on an accumulated string does. */
export const searchesFromTheStart = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    let seen = ''
    return {
      push(text) {
        seen += text
        if (seen.includes('\u{10ffff}')) return inner.push('')
        return inner.push(text)
      },
      end: inner.end,
    }
  })

/** The same with a pattern, and pieces that are joined anew. */
export const matchesTheWholeAgain = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    const pieces: string[] = []
    return {
      push(text) {
        pieces.push(text)
        return inner.push(/<\/(?:reasoning|thought)>/.test(pieces.join('')) ? '' : text)
      },
      end: inner.end,
    }
  })

export const holdsUntilTheEnd = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    const pieces: string[] = []
    return {
      push(text) {
        pieces.push(text)
        return []
      },
      end: () => [...inner.push(pieces.splice(0).join('')), ...inner.end()],
    }
  })

/** One answer block for all answers, left open: what comes after the reasoning is added to what came before it. */
export const addsToAnEarlierBlock = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    const answers: number[] = []
    const alter = (parts: readonly Part[], last: boolean): Part[] => {
      const out = parts.flatMap((part): Part[] => {
        if (part.type !== 'block-start' && part.type !== 'delta' && part.type !== 'block-end') return [part]
        if (part.channel !== 'answer') return [part]
        if (part.type === 'block-start') answers.push(part.block)
        // Text of the second block goes to the first, after the second had some: the middle of the answer changes.
        if (part.type === 'block-end') return []
        const block = part.type === 'delta' && answers.length > 2 ? answers[0]! : part.block
        return [{ ...part, block }]
      })
      const ends = answers.map((block): Part => ({ type: 'block-end', block, channel: 'answer', boundary: 'end-of-stream' }))
      return last ? [...out, ...ends.splice(0)] : out
    }
    let ended = false
    return {
      push: (text) => alter(inner.push(text), false),
      end: () => (ended ? [] : ((ended = true), alter(inner.end(), true))),
    }
  })

/** Takes back what it said: the block it gave out as an answer becomes reasoning when a closer comes. */
export const takesBack = (): TextAdapter =>
  altered(
    each((part) =>
      part.type === 'delta' && part.text.includes('sum')
        ? [
            { ...part, channel: 'reasoning' },
            { ...part, channel: 'answer' },
          ]
        : [part],
    ),
  )

export const sharesItsState = (): TextAdapter => {
  let held = ''
  return built(() => {
    const inner = createReferenceSplitter()
    return {
      push(text) {
        // The last character waits, in a variable that belongs to all.
        const all = held + text
        held = all.slice(-1)
        return inner.push(all.slice(0, -1))
      },
      end() {
        const last = held
        held = ''
        return [...inner.push(last), ...inner.end()]
      },
    }
  })
}

export const startsAfterItsText = (): TextAdapter =>
  altered((parts) => {
    const at = parts.findIndex((part, index) => part.type === 'block-start' && parts[index + 1]?.type === 'delta')
    return at === -1 ? parts : [...parts.slice(0, at), parts[at + 1]!, parts[at]!, ...parts.slice(at + 2)]
  })

export const countsBackwards = (): TextAdapter =>
  altered(
    each((part) =>
      part.type === 'block-start' || part.type === 'delta' || part.type === 'block-end' ? [{ ...part, block: 100 - part.block }] : [part],
    ),
  )

export const neverEndsBlocks = (): TextAdapter => altered(each((part) => (part.type === 'block-end' ? [] : [part])))

export const endsTwice = (): TextAdapter => altered(each((part) => (part.type === 'block-end' ? [part, part] : [part])))

export const throwsOnHalfCharacters = (): TextAdapter =>
  altered(
    each((part) => {
      if (part.type === 'delta') encodeURIComponent(part.text)
      return [part]
    }),
  )

export const emitsUsage = (): TextAdapter =>
  altered((parts, call) => (call === 'end' ? [...parts, { type: 'usage', usage: { raw: null } }] : parts))

export const emitsEmptyDeltas = (): TextAdapter => altered(each((part) => (part.type === 'delta' ? [{ ...part, text: '' }, part] : [part])))

export const reusesItsParts = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    const delta = { type: 'delta' as const, block: 0, channel: 'answer' as Channel, text: '' }
    const reuse = each((part) => [part.type === 'delta' ? Object.assign(delta, part) : part])
    return { push: (text) => reuse(inner.push(text)), end: () => reuse(inner.end()) }
  })

/** Says that a text passes of which it holds the end. */
export const promisesTooMuch = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    return { ...inner, passes: (text) => text !== '' }
  })

export const opensAnEmptyStream = (): TextAdapter =>
  built(() => {
    const pieces: string[] = []
    return {
      push(text) {
        pieces.push(text)
        return []
      },
      end: () => {
        const text = pieces.splice(0).join('')
        return text === ''
          ? [
              { type: 'block-start', block: 0, channel: 'reasoning' },
              { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'end-of-stream' },
            ]
          : oneBlock('answer', text)
      },
    }
  })

const warns = (code: string, excerpt?: string): TextAdapter =>
  altered((parts, call) =>
    call === 'end'
      ? [...parts, { type: 'warning', code: code as 'unclosed', message: 'Odd.', ...(excerpt !== undefined && { excerpt }) }]
      : parts,
  )

export const inventsWarnings = (): TextAdapter => warns('made-up')
export const showsReasoningInWarnings = (): TextAdapter => warns('unclosed', 'sum of the secret numbers')
export const quotesTooMuch = (): TextAdapter => warns('reference/long', 'x'.repeat(65))

export const callsUndeclaredTools = (): TextAdapter =>
  altered(
    each((part) =>
      part.type === 'block-start' && part.block === 0
        ? [{ type: 'tool-call-start', call: 0, name: 'add' }, { type: 'tool-call-end', call: 0 }, part]
        : [part],
    ),
  )

export const remembersTheCuts = (): TextAdapter =>
  built(() => {
    const inner = createReferenceSplitter()
    let pushes = 0
    return { push: (text) => (pushes++, inner.push(text)), end: inner.end, state: () => ({ pushes }) }
  })

/** Holds as it may, but what it held is gone when the time is up. */
export const forgetsOnTimeout = (): TextAdapter =>
  built(() => {
    const pieces: string[] = []
    let decided = false
    return {
      push(text) {
        pieces.push(text)
        return []
      },
      decide() {
        decided = true
        pieces.length = 0
        return []
      },
      isUndecided() {
        return !decided
      },
      end: () => oneBlock('answer', pieces.splice(0).join('')),
    }
  })

export const neverDecides = (): TextAdapter => built(() => ({ ...createReferenceSplitter(), decide: () => [], isUndecided: () => true }))
