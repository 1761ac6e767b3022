import { noParts, type Part, type Splitter, type StreamContext } from '@reason/core'
import type { HarmonyConfig } from './config.ts'
import { createMachine, type Machine, type MachineSettings } from './machine.ts'
import { createPartsSink } from './parts-sink.ts'
import { startPosition } from './prefill.ts'
import { createReader, type Reader } from './reader.ts'
import type { Sink } from './sink.ts'
import { createStrippedText } from './stripped-text.ts'
import { beginsStripped } from './stripped-words.ts'

/**
 * Where nobody named a dialect, the first word tells whether the tokens were stripped on the way: an answer never begins with a channel word that
 * is glued to a capital.
 *
 *     <|channel|>analysis<|message|>We…    analysisWe…
 *     ^ a token: none were stripped        ^^^^^^^^^ a header without its tokens
 */
export function createHarmonySplitter(config: HarmonyConfig, context: StreamContext): Splitter {
  if (!mayBeStripped(config, context)) return createKnownSplitter(config, context)
  let known: Splitter | undefined
  let held = ''

  return {
    push: (text) => (known === undefined ? look(held + text, false) : known.push(text)),
    end: () => [...(known === undefined ? look(held, true) : noParts), ...known!.end()],
    passes: (text) => known?.passes?.(text) === true,
  }

  function look(text: string, final: boolean): readonly Part[] {
    const isStripped = beginsStripped(text, final)
    if (isStripped === undefined) {
      held = text
      return noParts
    }
    known = createKnownSplitter(isStripped ? { ...config, dialect: 'harmony-text' } : config, context)
    return known.push(text)
  }
}

/** text → reader (tokens) → [dialect] → machine (messages) → sink (parts) */
function createKnownSplitter(config: HarmonyConfig, context: StreamContext): Splitter {
  const sink = createPartsSink()
  const { reader, machine } = createHarmonyReader(sink, config, context)
  // A dialect without tokens looks into all text.
  const isSpelt = config.dialect !== 'harmony-text'

  return {
    push,
    end,
    passes: (text) => isSpelt && machine.isInBody() && sink.isInText() && reader.isPlain(text),
  }

  function push(text: string) {
    reader.push(text)
    return sink.take()
  }

  function end() {
    reader.end()
    return sink.take()
  }
}

/** The whole chain up to a sink: what a splitter and `parse` share. */
export function createHarmonyReader(sink: Sink, config: HarmonyConfig, context: StreamContext): { reader: Reader; machine: Machine } {
  const { dialect, maxHeldChars } = config
  const settings = settingsOf(config, context)
  const position = startPosition(config, settings, context)
  const machine = createMachine(sink, settings, position)
  return { machine, reader: createReader(dialect === 'harmony-text' ? createStrippedText(machine, position.at, maxHeldChars) : machine) }
}

const settingsOf = ({ dialect, maxHeldChars, missingChannel }: HarmonyConfig, { tools = [] }: StreamContext): MachineSettings => ({
  maxHeldChars,
  missingChannel,
  tools,
  blankAfterMessage: dialect === 'llm-jp',
  callsMayEnd: dialect === 'llm-jp',
  textAfterReasoning: dialect === 'llamacpp-none',
  tokensStripped: dialect === 'harmony-text',
})

/** Nobody says how the text comes, and nothing says that it begins elsewhere than behind the prompt's `<|start|>assistant`. */
const mayBeStripped = ({ dialect, prefilled }: HarmonyConfig, { start, prefill, grammar, wireReasoning }: StreamContext): boolean =>
  dialect === undefined && prefilled === true && start === undefined && prefill === undefined && grammar !== true && wireReasoning !== true
