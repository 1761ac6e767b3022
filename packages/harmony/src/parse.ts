import { parseOptions } from '@reason/core'
import { harmonyConfig, type HarmonyOptions } from './config.ts'
import { createMessageSink, type HarmonyMessage } from './message.ts'
import { createHarmonyReader } from './splitter.ts'

/**
 * Reads Harmony text into its messages, those of other roles too: the splitter's own machine, fed once.
 *
 * @param text - Output of a model, or a conversation as `render` writes it.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`. Nothing in the text throws.
 */
export function parse(text: string, options: HarmonyOptions & { tools?: readonly string[] } = {}): HarmonyMessage[] {
  const { tools = [], ...rest } = options
  const sink = createMessageSink()
  const { reader } = createHarmonyReader(sink, parseOptions(harmonyConfig, rest, 'harmony'), { tools })
  reader.push(text)
  reader.end()
  return sink.messages
}
