import { definePlugin, parseOptions, SPEC_VERSION, type StreamContext, type TextAdapter } from '@reason/core'
import { markerConfig, markersOf, type MarkerConfig, type MarkerOptions } from './config.ts'
import { isStructural } from './line.ts'
import { createMarkerScanner, readyMarkers, type ReadyMarkers } from './scanner.ts'
import { createMarkerSplitter, type MarkerStart } from './splitter.ts'

const id = 'marker'

/**
 * Splits at a final-answer marker: the text before it is reasoning, the text after it is the answer.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`. `createSplitter` throws it, too, for options in its context.
 */
export const marker = (options: MarkerOptions = {}): TextAdapter => create(parseOptions(markerConfig, options, id))

/** Plugin by which an application creates the adapter from configuration, with only the package's name. */
export default definePlugin({ specVersion: SPEC_VERSION, id, options: markerConfig, create })

function create(config: MarkerConfig): TextAdapter {
  const prepared = prepare(config)
  const withPassport = new WeakMap<object, Prepared>()
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
    // The splitter decides whether a marker counts at its position, and holds text until then. Phrases and Markdown signs occur in texts of any model.
    signals: prepared.markers.markers.filter(({ text }) => isStructural(text)).map(({ text }) => ({ text })),
    createSplitter(context = {}) {
      const own = preparedFor(context)
      return createMarkerSplitter(own.config, own.markers, startOf(own, context), context.guarded === true)
    },
  }

  /** Computed once per passport, not per stream. */
  function preparedFor({ options }: StreamContext): Prepared {
    if (options === undefined) return prepared
    const known = typeof options === 'object' && options !== null ? withPassport.get(options) : undefined
    if (known !== undefined) return known
    const own = prepare(parseOptions(markerConfig, { ...config, ...(options as object) }, id))
    if (typeof options === 'object' && options !== null) withPassport.set(options, own)
    return own
  }
}

interface Prepared {
  config: MarkerConfig
  markers: ReadyMarkers
}

const prepare = (config: MarkerConfig): Prepared => ({ config, markers: readyMarkers(markersOf(config), config.caseInsensitive) })

function startOf({ config, markers }: Prepared, context: StreamContext): MarkerStart {
  const { start, grammar, wireReasoning, prefill, guarded, whole } = context
  const byMode = config.unclosed === 'answer' ? 'waiting' : 'reasoning'
  if (start === 'reasoning') return start
  // The marker decides. The reader, who may not see the reasoning, waits for the whole text anyway.
  if (start === 'unknown' || (guarded === true && whole === true && wireReasoning !== true)) return byMode
  if (start === 'answer') return start
  // A grammar leaves no room for a marker, and a wire that contained the reasoning needs none.
  if (grammar === true || wireReasoning === true) return 'answer'
  return prefill !== undefined && hasMarker(markers, prefill) ? 'answer' : byMode
}

/** Whether the continued text already contains its marker. */
const hasMarker = (markers: ReadyMarkers, text: string): boolean => createMarkerScanner(markers).search(text, 0, true).found
