/** Kinds of steps. Thoughts, output and calls are modelled; for the others it is only known whether their text is reasoning. */
export type StepKind = 'thought' | 'output' | 'call' | 'tool' | 'unknown'

const tools = new Set(
  ['code_execution', 'file_search', 'google_maps', 'google_search', 'mcp_server_tool', 'processing', 'retrieval', 'url_context'].flatMap(
    (tool) => [`${tool}_call`, `${tool}_result`],
  ),
)
const others = new Map<string, StepKind>([
  ['thought', 'thought'],
  ['model_output', 'output'],
  ['function_call', 'call'],
  ['function_result', 'tool'],
  ['user_input', 'tool'],
])

export const kindOfStep = (type: string): StepKind => others.get(type) ?? (tools.has(type) ? 'tool' : 'unknown')

/** Content of a model's output that is no text. */
const media = new Set(['image', 'audio', 'document', 'video'])

/** The step that a delta belongs to, if the stream did not announce the step. */
export function stepOfDelta(type: string): string {
  if (type === 'thought_summary' || type === 'thought_signature') return 'thought'
  if (type === 'arguments_delta' || type === 'function_call') return 'function_call'
  return type === 'text' || type === 'text_annotation_delta' || media.has(type) ? 'model_output' : type
}
