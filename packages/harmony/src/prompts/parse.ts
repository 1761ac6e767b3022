import { parseOptions } from '@reason/core'
import { harmonyConfig, type HarmonyOptions } from '../config.ts'
import { createMessageSink, type HarmonyMessage } from '../messages/message.ts'
import { createHarmonyReader } from '../splitter.ts'

/**
 * Parses Harmony text into its messages, including those of other roles, with the splitter's own machine in one push.
 *
 * @param text - Output of a model, or a conversation from `render`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`. No text throws.
 */
export function parse(text: string, options: HarmonyOptions & { tools?: readonly string[] } = {}): HarmonyMessage[] {
  const { tools = [], ...rest } = options
  const sink = createMessageSink()
  const { reader } = createHarmonyReader(sink, parseOptions(harmonyConfig, rest, 'harmony'), { tools })
  reader.push(text)
  reader.end()
  return sink.messages
}
