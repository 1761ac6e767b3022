import { isEndingWord } from './ending-words.ts'

/** Allowed fields of a value, by name and at any depth. All others are removed. */
interface Shape {
  texts: ReadonlySet<string>
  numbers: ReadonlySet<string>
  holders: ReadonlySet<string>
  /** Whether a text may be in a list of the outermost value. Absent: no text may. */
  isEntry?: (text: string) => boolean
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const shape = (texts: string, numbers: string, holders: string): Shape => ({
  texts: set(texts),
  numbers: set(numbers),
  holders: set(holders),
})

/** Citations of all providers: the cited text, its source, and its position in the answer. */
const citation: Shape = {
  ...shape(
    'type url uri title text cited_text document_title source file_id filename container_id encrypted_index content id name license domain ' +
      'documentName placeId place_id renderedContent sdkBlob googleMapsWidgetContextToken sourceId chunkId',
    'index start_index end_index document_index search_result_index start_char_index end_char_index start_page_number end_page_number ' +
      'start_block_index end_block_index start end content_index startIndex endIndex partIndex documentIndex searchResultIndex year month day ' +
      'firstPage lastPage googleSearchDynamicRetrievalScore',
    'url_citation file_citation container_file_citation file_path annotations citations citationSources publicationDate sources tool_output document ' +
      'location web documentChar documentPage documentChunk searchResultLocation sourceContent groundingChunks retrievedContext ragChunk pageSpan ' +
      'maps groundingSupports segment retrievalMetadata searchEntryPoint citation',
  ),
  isEntry: (text) => /^https?:\/\/\S+$/i.test(text),
}

/** Lists of plain values, by name. */
const textLists = set('webSearchQueries retrievalQueries imageSearchQueries')
const numberLists = set('groundingChunkIndices confidenceScores')

/** By the last segment of the event. */
const shapes: Readonly<Record<string, Shape>> = {
  annotation: citation,
  annotations: citation,
  text_annotation_delta: citation,
  citation,
  citations: citation,
  citationMetadata: citation,
  groundingMetadata: citation,
  groundingAttributions: citation,
  audio: shape('id data transcript format', 'expires_at', 'audio'),
  container: shape('id expires_at type skill_id version', '', 'skills'),
  inlineData: shape('mimeType data', '', 'inlineData'),
  images: shape('type url', 'index', 'image_url'),
  safetyRatings: shape('category probability severity overwrittenThreshold', 'probabilityScore severityScore blocked', ''),
}

/** Events of a spoken answer. */
const audioEvent = shape('type delta transcript event_id response_id item_id', 'sequence_number output_index content_index', '')

/** Texts that a provider chooses from a list, or derives from numbers. */
const scalars: Readonly<Record<string, (text: string) => boolean>> = {
  stop_reason: isEndingWord,
  native_finish_reason: isEndingWord,
  service_tier: (text) => /^(?:auto|default|flex|priority|scale|standard|standard_only|batch|on_demand|performance)$/.test(text),
  system_fingerprint: (text) => /^(?:fp_[\da-f]{4,40}|b\d{1,6}-[\da-f]{4,40})$/.test(text),
}

/** Formats of a generated image's fields, which exclude words. The pattern avoids `{32,}`: V8 remembers each of its repetitions, and throws at megabytes. */
const inImage: Readonly<Record<string, RegExp>> = {
  mimeType: /^image\/[\w.+-]{1,40}$/,
  data: /^[\w+/=-]{32}[\w+/=-]*$/,
  type: /^image_url$/,
  url: /^(?:https:\/\/\S{1,2048}$|data:image\/[\w.+-]{1,40};base64,[\w+/=-]{32}[\w+/=-]*$)/,
}

/** Formats of a container's fields, which exclude sentences. */
const inContainer: Readonly<Record<string, RegExp>> = {
  id: /^(?:container|cntr)_\w{1,80}$/,
  expires_at: /^[\d:TZ.+-]{4,40}$/,
  type: /^(?:anthropic|custom)$/,
  skill_id: /^(?:skill_\w{1,80}|[a-z]{2,12})$/,
  version: /^(?:latest|[\d.-]{1,40})$/,
}

const formatsOf: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  inlineData: inImage,
  images: inImage,
  container: inContainer,
}

/**
 * Reduces a native value to the fields that are known to hold no reasoning. Undefined: nothing is left. Values of unlisted events stay unchanged.
 *
 * @param stops - The client's stop sequences. A value that equals one of them is the client's own text.
 */
export function harmlessValue(event: string, value: unknown, stops: readonly string[] = []): unknown {
  const name = event.slice(event.lastIndexOf('.') + 1)
  // Probabilities repeat tokens, and a token may belong to reasoning that the splitter took for the answer.
  if (/logprob/i.test(name)) return undefined
  const isOwn = typeof value === 'string' && stops.includes(value)
  if (name === 'stop_sequence') return isOwn ? value : undefined
  if (Object.hasOwn(scalars, name)) {
    if (typeof value === 'number') return value
    return typeof value === 'string' && (isOwn || scalars[name]!(value)) ? value : undefined
  }
  const known = event.startsWith('audio.') ? audioEvent : Object.hasOwn(shapes, name) ? shapes[name]! : undefined
  if (known === undefined) return value
  const kept = Array.isArray(value) ? entries(value, known) : pruned(value, known)
  return Object.hasOwn(formatsOf, name) ? withFormats(kept, formatsOf[name]!) : kept
}

/** Leaves out texts that do not have the format of their field, at any depth. */
function withFormats(value: unknown, formats: Readonly<Record<string, RegExp>>): unknown {
  if (Array.isArray(value)) return value.map((one) => withFormats(one, formats))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, one]) => typeof one !== 'string' || formats[name]?.test(one) !== false)
  return Object.fromEntries(kept.map(([name, one]) => [name, withFormats(one, formats)]))
}

const entries = (values: readonly unknown[], known: Shape): unknown[] =>
  values.flatMap((one) => (typeof one === 'string' ? (known.isEntry?.(one) === true ? [one] : []) : (pruned(one, known) ?? [])))

function pruned(value: unknown, known: Shape): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = Object.entries(value).flatMap(([name, one]) => field(name, one, known))
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

function field(name: string, value: unknown, known: Shape): [string, unknown][] {
  const { texts, numbers, holders } = known
  if (Array.isArray(value)) {
    if (textLists.has(name)) return [[name, value.filter((one) => typeof one === 'string')]]
    if (numberLists.has(name)) return [[name, value.filter((one) => typeof one === 'number')]]
    return holders.has(name) ? [[name, entries(value, { ...known, isEntry: () => false })]] : []
  }
  if (typeof value === 'object' && value !== null) {
    const held = holders.has(name) ? pruned(value, known) : undefined
    return held === undefined ? [] : [[name, held]]
  }
  const isKnown = texts.has(name) || (typeof value !== 'string' && (numbers.has(name) || holders.has(name)))
  return isKnown ? [[name, value]] : []
}
