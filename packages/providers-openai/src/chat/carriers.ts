import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { isGoogleThought } from './signatures.ts'

/** The string fields that may hold reasoning, in the order in which they are believed. */
export const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/**
 * Names that few servers use, in the order in which they are believed: Anthropic's own (LiteLLM repeats its blocks beside `reasoning_content`), the
 * older name of Copilot's field, and what proxies of their users' making say. The loop over unknown fields finds them, so that usual answers cost
 * nothing.
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

const rare: ReadonlySet<string> = new Set(rareFields)
export const isRareField = (field: string): boolean => rare.has(field)

/** A piece of a content array. `unknown`: an image, a reference, audio: not text. */
export type ContentPiece =
  | { kind: 'text' | 'thinking' | 'summary' | 'refusal' | 'signature'; text: string }
  | { kind: 'unknown'; value: unknown; inThinking: boolean }

/**
 * Content as an array of parts (Mistral, Databricks, clients that echo requests): text, thinking, refusals, in order.
 * `thinking` may itself be a list of text and references.
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

/** Parts that say what they are by their type alone. */
const thoughtTypes: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning_text', 'thought'])

/** Fields of an object that hold the text of a thought. */
const thoughtFields = ['text', 'thinking', 'content', 'reasoning', 'reasoning_content', 'summary', 'thought'] as const

/** Levels of lists and objects in which a text is looked for. */
const deepest = 4

/** The text of a thought that is an object, or a list of texts and objects. Empty: it holds none that is known. */
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

/** Databricks: a list of summaries, each perhaps signed. Others have the text as Responses or LangChain write it. */
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
