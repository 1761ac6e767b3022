import type { Part, Splitter, StreamContext, TextAdapter } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import { close, createReferenceSplitter, open, reference } from './reference.ts'

/** The reference splitter with altered parts in its output. */
const altered = (
  alter: (parts: readonly Part[], call: 'push' | 'end') => readonly Part[],
  overrides: Partial<TextAdapter> = {},
): TextAdapter =>
  reference({
    ...overrides,
    createSplitter: (context) => {
      const inner = createReferenceSplitter(context)
      return { push: (text) => alter(inner.push(text), 'push'), end: () => alter(inner.end(), 'end') }
    },
  })

const each = (change: (part: Part) => readonly Part[]) => (parts: readonly Part[]) => parts.flatMap(change)

/** The reference adapter with another splitter. */
const built = (createSplitter: (context?: StreamContext) => Splitter): TextAdapter => reference({ createSplitter })

const oneBlock = (channel: Channel, text: string): Part[] =>
  text === ''
    ? []
    : [
        { type: 'block-start', block: 0, channel },
        { type: 'delta', block: 0, channel, text },
        { type: 'block-end', block: 0, channel, boundary: 'end-of-stream' },
      ]

/** Finds a tag only if it comes in one piece. */
export const blindToSplitTags = (): TextAdapter =>
  built((context) => {
    let inner = createReferenceSplitter(context)
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
  built((context) => {
    const inner = createReferenceSplitter(context)
    let ends = 0
    return { push: inner.push, end: () => (++ends === 1 ? inner.end() : [{ type: 'markup', of: 'dropped', text: 'late' }]) }
  })

export const cutsSurrogatePairs = (): TextAdapter =>
  altered(each((part) => (part.type === 'delta' ? part.text.split('').map((text) => ({ ...part, text })) : [part])))

/** Keeps all text, and searches it again on each push, like an indexOf on an accumulated string. */
export const searchesFromTheStart = (): TextAdapter =>
  built((context) => {
    const inner = createReferenceSplitter(context)
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

/** Joins all pieces on each push, and matches a pattern against the whole. */
export const matchesTheWholeAgain = (): TextAdapter =>
  built((context) => {
    const inner = createReferenceSplitter(context)
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
  built((context) => {
    const inner = createReferenceSplitter(context)
    const pieces: string[] = []
    return {
      push(text) {
        pieces.push(text)
        return []
      },
      end: () => [...inner.push(pieces.splice(0).join('')), ...inner.end()],
    }
  })

/** Leaves answer blocks open, and adds later answer text to the first of them. */
export const addsToAnEarlierBlock = (): TextAdapter =>
  built((context) => {
    const inner = createReferenceSplitter(context)
    const answers: number[] = []
    const alter = (parts: readonly Part[], last: boolean): Part[] => {
      const out = parts.flatMap((part): Part[] => {
        if (part.type !== 'block-start' && part.type !== 'delta' && part.type !== 'block-end') return [part]
        if (part.channel !== 'answer') return [part]
        if (part.type === 'block-start') answers.push(part.block)
        // Text of a later block goes to the first block, after other blocks had text: the middle of the answer changes.
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

/** Gives some text twice: as reasoning, and again as answer. */
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
  return built((context) => {
    const inner = createReferenceSplitter(context)
    return {
      push(text) {
        // The last character waits in a variable that all splitters share.
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
  built((context) => {
    const inner = createReferenceSplitter(context)
    const delta = { type: 'delta' as const, block: 0, channel: 'answer' as Channel, text: '' }
    const reuse = each((part) => [part.type === 'delta' ? Object.assign(delta, part) : part])
    return { push: (text) => reuse(inner.push(text)), end: () => reuse(inner.end()) }
  })

/** Promises that a text passes, although it holds the end of the text. */
export const promisesTooMuch = (): TextAdapter =>
  built((context) => {
    const inner = createReferenceSplitter(context)
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
  built((context) => {
    const inner = createReferenceSplitter(context)
    let pushes = 0
    return { push: (text) => (pushes++, inner.push(text)), end: inner.end, state: () => ({ pushes }) }
  })

/** Holds text as it may, but drops it on a timeout. */
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

export const neverDecides = (): TextAdapter =>
  built((context) => ({ ...createReferenceSplitter(context), decide: () => [], isUndecided: () => true }))

/** The reference splitter with a changed stream context. */
const misled = (change: (context: StreamContext) => StreamContext, overrides: Partial<TextAdapter> = {}): TextAdapter =>
  reference({ ...overrides, createSplitter: (context = {}) => createReferenceSplitter(change(context)) })

const without = (context: StreamContext, name: keyof StreamContext): StreamContext =>
  Object.fromEntries(Object.entries(context).filter(([key]) => key !== name))

export const passesOverTheStart = (): TextAdapter => misled((context) => without(context, 'start'))
export const passesOverThePrompt = (): TextAdapter => misled((context) => without(context, 'prefill'))
export const believesInTheAnswer = (): TextAdapter =>
  misled((context) => (context.start === undefined ? context : { start: context.start }))
export const streamsTheUnknown = (): TextAdapter =>
  misled((context) => (context.start === 'unknown' ? { ...context, start: 'answer' } : context))

/** Ignores the known start for one kind of reader. Other readers see no thought. */
export const leaksTo = (
  reader: Pick<StreamContext, 'guarded' | 'whole'>,
  of: (context: StreamContext) => boolean = () => true,
): TextAdapter =>
  misled((context) =>
    context.guarded === reader.guarded && context.whole === reader.whole && of(context) ? { ...reader, start: 'answer' } : context,
  )

/** Respects a known start, but trusts a request that turns thinking off. */
export const believesTheSwitch = (): TextAdapter =>
  misled((context) => (context.thinking === false && context.start === undefined ? { start: 'answer' } : context))

/** Gives an unclosed thought as answer at the end of the text. */
export const showsWhatWasCut = (): TextAdapter =>
  built((context) => {
    const inner = createReferenceSplitter(context)
    const pieces: string[] = []
    return {
      push(text) {
        pieces.push(text)
        return []
      },
      end() {
        const text = pieces.splice(0).join('')
        const isCut = text.lastIndexOf(open) > text.lastIndexOf(close)
        return isCut ? oneBlock('answer', text) : [...inner.push(text), ...inner.end()]
      },
    }
  })

/** Leaks nothing, but gives no answer either. */
export const hidesEverything = (): TextAdapter =>
  altered(
    each((part) =>
      part.type === 'block-start' || part.type === 'delta' || part.type === 'block-end' ? [{ ...part, channel: 'reasoning' }] : [part],
    ),
  )

/** Holds text with an unknown start as it should, but gives up on a timeout, or after more than `mostPieces` pieces. */
const givesUp = (mostPieces: number): TextAdapter =>
  built((context) => {
    let inner = createReferenceSplitter(context)
    const pieces: string[] = []
    let isWaiting = context?.start === 'unknown'
    return {
      push(text) {
        if (isWaiting) pieces.push(text)
        if (pieces.length > mostPieces) return giveUp()
        const parts = inner.push(text)
        if (parts.length > 0) stopWaiting()
        return parts
      },
      decide: () => (isWaiting ? giveUp() : []),
      isUndecided: () => isWaiting && pieces.length > 0,
      end() {
        stopWaiting()
        return inner.end()
      },
    }

    function stopWaiting(): void {
      isWaiting = false
      pieces.length = 0
    }

    function giveUp(): readonly Part[] {
      isWaiting = false
      inner = createReferenceSplitter({ start: 'answer' })
      return inner.push(pieces.splice(0).join(''))
    }
  })

export const showsWhenTheTimeIsUp = (): TextAdapter => givesUp(Number.POSITIVE_INFINITY)
export const showsAfterThreePieces = (): TextAdapter => givesUp(3)

export const insertsHalves = (): TextAdapter =>
  altered(each((part) => (part.type === 'delta' ? [part, { ...part, text: '\ud83d', inserted: true }] : [part])))

export const hasTheSignal = (text: string): TextAdapter => reference({ signals: [{ text: open }, { text, before: 'reasoning' }] })

export const hasNoSpelling = (): TextAdapter => reference({ signals: [] })

/** Loses what it holds if the text was cut off. */
export const losesWhenCut = (): TextAdapter =>
  built((context) => {
    const splitter = createReferenceSplitter(context)
    return { ...splitter, end: (ending) => (ending === 'cut' ? [] : splitter.end(ending)) }
  })

/** Throws if it has to decide at the limit. */
export const throwsAtLimit = (): TextAdapter =>
  built((context) => ({
    ...createReferenceSplitter(context),
    decide(reason) {
      if (reason === 'limit') throw new Error('limit')
      return []
    },
  }))
