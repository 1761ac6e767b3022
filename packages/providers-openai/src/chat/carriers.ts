import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { isGoogleThought } from './signatures.ts'

/** String fields that may hold reasoning. The first that has text wins. */
export const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/**
 * Rare names of reasoning fields; the first that has text wins. The names are Anthropic's own (LiteLLM repeats its
 * blocks beside `reasoning_content`), the older name of Copilot's field, and names that self-made proxies use. The loop
 * over unknown fields finds them, so that usual responses pay nothing for them.
 */
export const rareFields = [
  'thinking_blocks',
  'thinking',
  'thinking_content',
  'cot_summary',
  'reasoning_summary',
  'reasoningContent',
  'thought',
  'thoughts',
] as const

/** All fields of a response's message that may hold reasoning. */
export const reasoningCarriers: readonly string[] = [...reasoningFields, 'reasoning_details', ...rareFields]

/** Fields of an assistant message that the reader of requests takes as a thought. */
export const requestFields: readonly string[] = [...reasoningFields, 'reasoning_details', 'thinking_blocks', 'thinking']

/** True if a message of a request has a thought in a field of its own. */
export const hasThought = (message: Loose): boolean =>
  requestFields.some((field) => typeof message[field] !== 'boolean' && !isEmpty(message[field]))

const rare: ReadonlySet<string> = new Set(rareFields)
export const isRareField = (field: string): boolean => rare.has(field)

/** A piece of a content array. `unknown` is anything but text: an image, a reference, audio. */
export type ContentPiece =
  | { kind: 'text' | 'thinking' | 'summary' | 'refusal' | 'signature'; text: string }
  | { kind: 'unknown'; value: unknown; inThinking: boolean }

/**
 * Reads content that is an array of parts (Mistral, Databricks, clients that echo requests): text, thinking, refusals,
 * in order. `thinking` may itself be a list of text and references.
 */
export function readContentParts(content: readonly unknown[]): ContentPiece[] {
  const pieces: ContentPiece[] = []
  for (const part of content) readPart(part, pieces)
  return pieces
}

function readPart(part: unknown, pieces: ContentPiece[]): void {
  if (typeof part === 'string') return add(pieces, 'text', part)
  if (!isLoose(part)) return void (part == null || pieces.push({ kind: 'unknown', value: part, inThinking: false }))
  if (part.type === 'thinking') return readThinking(part, pieces)
  if (part.type === 'reasoning') return readReasoning(part, pieces)
  const had = pieces.length
  if (isText(part.type) && thoughtTypes.has(part.type)) addThought(part, pieces)
  if (pieces.length > had) return
  if (part.type === 'refusal' && typeof part.refusal === 'string') return add(pieces, 'refusal', part.refusal)
  if ((part.type === 'text' || part.type === 'output_text' || part.type === undefined) && typeof part.text === 'string') {
    return add(pieces, isGoogleThought(part) ? 'thinking' : 'text', part.text)
  }
  pieces.push({ kind: 'unknown', value: part, inThinking: false })
}

function readThinking(part: Loose, pieces: ContentPiece[]): void {
  for (const piece of Array.isArray(part.thinking) ? part.thinking : [part.thinking ?? part.text]) {
    if (typeof piece === 'string') add(pieces, 'thinking', piece)
    else if (isLoose(piece) && typeof piece.text === 'string') add(pieces, 'thinking', piece.text)
    else if (piece !== undefined && piece !== null) pieces.push({ kind: 'unknown', value: piece, inThinking: true })
  }
  if (isText(part.signature)) pieces.push({ kind: 'signature', text: part.signature })
}

/** Types of parts that hold reasoning, whatever their fields. */
const thoughtTypes: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning_text', 'thought'])

/** Fields of an object that may hold the text of a thought. */
const thoughtFields = ['text', 'thinking', 'content', 'reasoning', 'reasoning_content', 'summary', 'thought'] as const

/** Maximum depth of nested lists and objects in which text is searched. */
const deepest = 4

/** Extracts the text of a thought from an object, or from a list of texts and objects. Empty if no known field has text. */
export function readThought(value: unknown): string {
  const pieces: ContentPiece[] = []
  addThought(value, pieces)
  return pieces.map((piece) => (piece.kind === 'thinking' ? piece.text : '')).join('')
}

function addThought(value: unknown, pieces: ContentPiece[], depth = 0): void {
  if (typeof value === 'string') return add(pieces, 'thinking', value)
  if (depth > deepest) return
  if (Array.isArray(value)) for (const one of value as unknown[]) addThought(one, pieces, depth + 1)
  else if (isLoose(value)) {
    const field = thoughtFields.find((name) => !isEmpty(value[name]))
    if (field !== undefined) addThought(value[field], pieces, depth + 1)
    if (isText(value.signature)) pieces.push({ kind: 'signature', text: value.signature })
  }
}

/** Reads a `reasoning` part. Databricks has a list of summaries, each perhaps signed. Other servers use the shape of Responses or LangChain. */
function readReasoning(part: Loose, pieces: ContentPiece[]): void {
  if (!Array.isArray(part.summary) || part.summary.length === 0) return addThought(part, pieces)
  if (typeof part.text === 'string') add(pieces, 'thinking', part.text)
  for (const piece of part.summary) {
    if (!isLoose(piece)) continue
    if (typeof piece.text === 'string') add(pieces, 'summary', piece.text)
    if (isText(piece.signature)) pieces.push({ kind: 'signature', text: piece.signature })
  }
}

function add(pieces: ContentPiece[], kind: 'text' | 'thinking' | 'summary' | 'refusal', text: string): void {
  if (text !== '') pieces.push({ kind, text })
}
