import { setImmediate } from 'node:timers/promises'
import type { Redactor } from '@reason/core/pipeline'
import { mapJson } from './clean-text.ts'
import type { TraceRecord } from './record.ts'
import { without } from './omit-field.ts'

/** Size of the pieces in which longer texts are redacted. Other work runs between them. Text of digits takes 20 milliseconds. */
const pieceChars = 16_384

/** Reduces a record to its mode, before it is queued or written. Synchronous unless its text is long. */
export function forMode(record: TraceRecord, redactor: Redactor | undefined): TraceRecord | Promise<TraceRecord> {
  if (record.mode === 'full') return record
  if (record.mode === 'metadata') return withoutText(record)
  if (redactor === undefined) throw new TypeError('Mode "redacted" needs a redactor.')
  const counts: Record<string, number> = { ...record.redactions }
  const add = (found: Readonly<Record<string, number>>) => {
    for (const [type, number] of Object.entries(found)) counts[type] = (counts[type] ?? 0) + number
  }
  const short = (text: string): string => {
    const redacted = redactor.redact(text)
    add(redacted.counts)
    return redacted.text
  }
  const kept: TraceRecord = {
    ...record,
    warnings: record.warnings.map((warning) => redacted(warning, short)),
    // Providers choose the codes of their errors.
    errors: record.errors.map((error) => redacted(error.code === undefined ? error : { ...error, code: short(error.code) }, short)),
    metadata: mapJson(record.metadata, short) as TraceRecord['metadata'],
    redactions: counts,
    redactedBy: redactor.id,
  }
  const { reasoningText } = record
  if (reasoningText === null) return kept
  if (reasoningText.length <= pieceChars) {
    kept.reasoningText = short(reasoningText)
    return kept
  }
  // Long texts are redacted asynchronously, and the caller may change its record in the meantime.
  const own = structuredClone({ ...kept, reasoningText: null })
  return long(reasoningText, redactor, add).then((text) => ({ ...own, reasoningText: text, redactions: counts }))
}

const redacted = <T extends { message?: string }>(one: T, redact: (text: string) => string): T =>
  one.message === undefined ? one : { ...one, message: redact(String(one.message)) }

async function long(text: string, redactor: Redactor, add: (counts: Readonly<Record<string, number>>) => void): Promise<string> {
  const stream = redactor.stream()
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieceChars) {
    pieces.push(stream.push(text.slice(at, at + pieceChars)))
    await setImmediate()
  }
  pieces.push(stream.end())
  add(stream.counts())
  return pieces.join('')
}

function withoutText(record: TraceRecord): TraceRecord {
  return {
    ...record,
    reasoningText: null,
    warnings: record.warnings.map(({ code, count }) => ({ code, count })),
    errors: record.errors.map(({ code, status }) => ({
      // A code that is not a plain name may contain text.
      ...(isName(code) && { code }),
      ...(status !== undefined && { status }),
    })),
    boundaries: record.boundaries.map((boundary) => without(boundary, 'terminator')),
  }
}

const isName = (code: string | undefined): code is string => code !== undefined && /^[\w.:-]{1,100}$/.test(code)
