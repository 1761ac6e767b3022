import type { TraceRecord } from './record.ts'

/** Maximum characters of stored texts. */
const longest = { error: 1000, code: 200, warning: 500, prompt: 500 }

/** Shortens the texts of a recorded trace to their stored length. */
export function shortened(record: TraceRecord): TraceRecord {
  const { errors, warnings, metadata } = record
  const { prompt } = metadata
  if (errors.length === 0 && warnings.length === 0 && prompt === undefined) return record
  return {
    ...record,
    ...(typeof prompt === 'string' && { metadata: { ...metadata, prompt: prompt.slice(0, longest.prompt) } }),
    errors: errors.map(({ message, code, ...rest }) => ({
      ...(message !== undefined && { message: message.slice(0, longest.error) }),
      ...(code !== undefined && { code: code.slice(0, longest.code) }),
      ...rest,
    })),
    warnings: warnings.map((warning) =>
      warning.message === undefined ? warning : { ...warning, message: warning.message.slice(0, longest.warning) },
    ),
  }
}
