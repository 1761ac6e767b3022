import type { Splitter, StreamContext } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import type { HarmonyConfig } from './config.ts'
import { createJsonBodies, type JsonBodies } from './json-bodies.ts'
import { createMachine, type HarmonyMachine, type MachineSettings } from './machine/machine.ts'
import { allInOrder, nothingWaits } from './messages/in-order.ts'
import { createPartsSink } from './messages/parts-sink.ts'
import { startPosition } from './prefill.ts'
import { withFirstMessage } from './messages/first-message.ts'
import { givingLastMessage } from './messages/last-message.ts'
import { createReader, type Reader } from './tokens/reader.ts'
import type { HarmonySink } from './messages/sink.ts'
import { createStrippedText } from './stripped/stripped-text.ts'
import { byFirstWord, mayBeStripped, withoutTokens } from './stripped/first-word.ts'

export function createHarmonySplitter(config: HarmonyConfig, context: StreamContext): Splitter {
  const splitter = createSplitter(config, context)
  // A file or a completion is split without changes, because its reader has all of its messages.
  // Beside a reasoning field, only a preamble may be the answer.
  return context.origin === undefined ? splitter : givingLastMessage(splitter, context.guarded === true || context.wireReasoning === true)
}

function createSplitter(config: HarmonyConfig, context: StreamContext): Splitter {
  if (config.dialect !== undefined || config.prefilled !== true || !mayBeStripped(context)) return createKnownSplitter(config, context)
  return byFirstWord(
    // A header shows that the grammar did not hold.
    () => createKnownSplitter({ ...config, dialect: 'harmony-text' }, withoutTokens(context)),
    () => createKnownSplitter(config, context),
    {
      maxHeldChars: config.maxHeldChars,
      waits: true,
      isTimed: false,
      onlyCertain: context.wireReasoning === true,
      grammar: context.grammar,
    },
  )
}

/** text → reader (tokens) → [dialect] → machine (messages) → sink (parts) */
function createKnownSplitter(config: HarmonyConfig, context: StreamContext): Splitter {
  const sink = createPartsSink(context.wireReasoning !== true)
  const waiting = nothingWaits()
  // A file is read as it was written.
  const takeForeign =
    context.origin === undefined
      ? undefined
      : (text: string, at: number) => void waiting.parts.push({ at, part: { type: 'markup', text, of: 'service' } })
  const { reader, machine, bodies } = createHarmonyReader(sink, config, context, takeForeign)
  // A dialect without tokens searches all text.
  const isSpelt = config.dialect !== 'harmony-text'
  const passes = (text: string): boolean =>
    isSpelt && bodies?.isWaiting() !== true && machine.isInBody() && sink.isInText() && reader.isPlain(text)

  return withFirstMessage(
    { push, end, passes },
    {
      maxHeldChars: config.maxHeldChars,
      guarded: context.guarded === true,
      unlabelled: context.origin !== undefined || context.whole === true,
    },
  )

  function push(text: string) {
    reader.push(text)
    return takeForeign === undefined ? sink.take() : allInOrder(sink.take(), waiting)
  }

  function end(ending: Ending = 'complete') {
    reader.end(ending === 'complete' || ending === 'stopped')
    const parts = [...allInOrder(sink.take(), waiting), ...waiting.parts.splice(0).map(({ part }) => part)]
    const start = ending === 'calls' ? parts.findIndex(({ type }) => type === 'tool-call-start') : -1
    const end = parts[start + 1]
    // A header without any text is what a server left of a call that it sends in fields of its own.
    const isLeft = start !== -1 && end?.type === 'tool-call-end' && end.boundary === 'end-of-stream'
    return isLeft ? parts.toSpliced(start, 2) : parts
  }
}

interface HarmonyReader {
  reader: Reader
  machine: HarmonyMachine
  bodies?: JsonBodies
}

/** Builds the chain up to a sink, for splitters and `parse`. */
export function createHarmonyReader(
  sink: HarmonySink,
  config: HarmonyConfig,
  context: StreamContext,
  takeForeign?: (written: string, at: number) => void,
): HarmonyReader {
  const { dialect, maxHeldChars } = config
  const settings = settingsOf(config, context)
  const position = startPosition(config, settings, context)
  const machine = createMachine(sink, settings, position)
  if (dialect === 'harmony-text') {
    const { origin, guarded } = context
    const mostBehindHeading = origin === undefined || guarded === true ? undefined : (origin.maxHeldChars ?? usuallyHeld)
    return { machine, reader: createReader(createStrippedText(machine, position.at, maxHeldChars, mostBehindHeading), takeForeign) }
  }
  const hasGrammar = context.grammar === true
  const bodies = createJsonBodies(machine, maxHeldChars, () => machine.isInCall() || (hasGrammar && machine.isInVisible()))
  return { machine, bodies, reader: createReader(bodies, takeForeign, hasGrammar ? undefined : bodies) }
}

/** As where a text begins, in UTF-16 units. */
const usuallyHeld = 400

const settingsOf = ({ dialect, maxHeldChars, missingChannel }: HarmonyConfig, { tools = [], origin }: StreamContext): MachineSettings => ({
  maxHeldChars,
  missingChannel,
  tools,
  blankAfterMessage: dialect === 'llm-jp',
  callsMayEnd: dialect === 'llm-jp',
  textAfterReasoning: dialect === 'llamacpp-none',
  tokensStripped: dialect === 'harmony-text',
  isOneTurn: origin !== undefined,
})
