import { definePlugin, parseOptions, SPEC_VERSION, type StreamContext, type TextAdapter } from '@reason/core'
import { markerConfig, markersOf, type MarkerConfig, type MarkerOptions } from './config.ts'
import { createMarkerScanner } from './scanner.ts'
import { createMarkerSplitter, type Start } from './splitter.ts'

const id = 'marker'

/**
 * Splits at a final-answer marker: what stands before it is reasoning, what follows is the answer.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`; `createSplitter` too, for options in its context.
 */
export const marker = (options: MarkerOptions = {}): TextAdapter => create(parseOptions(markerConfig, options, id))

/** By this an application makes the adapter from its configuration, knowing only the package's name. */
export default definePlugin({ specVersion: SPEC_VERSION, id, options: markerConfig, create })

function create(config: MarkerConfig): TextAdapter {
  return {
    kind: 'text',
    id,
    specVersion: SPEC_VERSION,
    capabilities: {
      streaming: true,
      conservation: true,
      monotone: true,
      boundedHold: config.unclosed === 'reasoning' && config.markerOccurrence === 'first',
      marker: true,
    },
    // Whether it counts where it stands is for the splitter to say, which waits until then.
    signals: markersOf(config).map(({ text }) => ({ text })),
    createSplitter(context = {}) {
      const { options } = context
      const own = options === undefined ? config : parseOptions(markerConfig, { ...config, ...(options as object) }, id)
      return createMarkerSplitter(own, startOf(own, context))
    },
  }
}

function startOf(config: MarkerConfig, { start, grammar, wireReasoning, prefill }: StreamContext): Start {
  const byMode = config.unclosed === 'answer' ? 'waiting' : 'reasoning'
  if (start !== undefined) return start === 'unknown' ? byMode : start
  // A grammar leaves no room for a marker, and a wire that brought the reasoning no need of one.
  if (grammar === true || wireReasoning === true) return 'answer'
  return prefill !== undefined && hasMarker(config, prefill) ? 'answer' : byMode
}

/** The text that is continued has its marker already. */
const hasMarker = (config: MarkerConfig, text: string): boolean =>
  createMarkerScanner(markersOf(config), config.caseInsensitive).search(text, 0, true).found
