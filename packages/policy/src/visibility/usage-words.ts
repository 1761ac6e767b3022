import { wordsIn } from '@reason/wire-kit'

/** Words in the names of usage fields, and in their values: tiers, modalities, kinds of edits. */
const words: ReadonlySet<string> = new Set(
  (
    'input output prompt completion completions compl candidates candidate total cached cache creation read reads write writes hit miss ephemeral h m s ' +
    'token tokens tok count counts detail details raw billed units unit tool tools use uses used usage server side web search fetch request requests service ' +
    'tier inference geo thinking thought thoughts reasoning iterations iteration type message messages advisor compaction audio video image images text ' +
    'document documents file pdf multimodal modality modalities by accepted rejected prediction predictions latency checkpoint engine tbt ttft ttlt ms pre post ' +
    'user visible duration draft acceptance per second seconds sec time times to first last queue load eval avg average is byok cost costs upstream market num number ' +
    'of sources in usd ticks ticket context call calls code interpreter execution mcp x generation generations query queries credits price classifications ' +
    'response responses embedding embeddings rerank session hours traffic speed fast standard default priority flex batch scale auto on demand provisioned throughput ' +
    'not available unspecified global us eu applied edits clear cleared turns original compact characters images pages grounding maps google'
  ).split(' '),
)

/** Whether a name cannot carry a message: it consists only of known words, small numbers and dates. */
const isKnown = (text: string): boolean =>
  /^[\w.-]{1,64}$/.test(text) && wordsIn(text).every((word) => words.has(word) || /^(?:\d{1,2}|20\d{6})$/.test(word))

/** Reduces a provider's usage report, or its report on a cleared context, to numbers under known names and to known words. */
export function counted(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isCounted).map(counted)
  if (typeof value !== 'object' || value === null) return isCounted(value) ? value : undefined
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isKnown(name) && isCounted(one))
      .map(([name, one]) => [name, counted(one)]),
  )
}

const isCounted = (value: unknown): boolean => typeof value !== 'string' || isKnown(value) || /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value)
