import { isLoose, isText, type Loose } from '@reason/wire-kit'

/** The string fields that may hold reasoning, in the order in which they are believed. */
export const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

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
  if (part.type === 'refusal' && typeof part.refusal === 'string') return add(pieces, 'refusal', part.refusal)
  if ((part.type === 'text' || part.type === 'output_text' || part.type === undefined) && typeof part.text === 'string') {
    return add(pieces, 'text', part.text)
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

/** Databricks: a list of summaries, each perhaps signed. */
function readReasoning(part: Loose, pieces: ContentPiece[]): void {
  if (typeof part.text === 'string') add(pieces, 'thinking', part.text)
  if (!Array.isArray(part.summary)) return
  for (const piece of part.summary) {
    if (!isLoose(piece)) continue
    if (typeof piece.text === 'string') add(pieces, 'summary', piece.text)
    if (isText(piece.signature)) pieces.push({ kind: 'signature', text: piece.signature })
  }
}

function add(pieces: ContentPiece[], kind: 'text' | 'thinking' | 'summary' | 'refusal', text: string): void {
  if (text !== '') pieces.push({ kind, text })
}
