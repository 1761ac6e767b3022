import type { Splitter, StreamContext } from '@reason/core'
import type { HarmonyConfig } from './config.ts'
import { createMachine, type Machine, type MachineSettings } from './machine.ts'
import { createPartsSink } from './parts-sink.ts'
import { startPosition } from './prefill.ts'
import { createReader, type Reader } from './reader.ts'
import type { Sink } from './sink.ts'
import { createStrippedText } from './stripped-text.ts'

/** text → reader (tokens) → [dialect] → machine (messages) → sink (parts) */
export function createHarmonySplitter(config: HarmonyConfig, context: StreamContext): Splitter {
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
  const { dialect, maxHeldChars, missingChannel } = config
  const settings: MachineSettings = {
    maxHeldChars,
    missingChannel,
    tools: context.tools ?? [],
    blankAfterMessage: dialect === 'llm-jp',
    callsMayEnd: dialect === 'llm-jp',
    textAfterReasoning: dialect === 'llamacpp-none',
    tokensStripped: dialect === 'harmony-text',
  }
  const position = startPosition(config, settings, context)
  const machine = createMachine(sink, settings, position)
  return { machine, reader: createReader(dialect === 'harmony-text' ? createStrippedText(machine, position.at, maxHeldChars) : machine) }
}
