import { emptyAudit, type Audit } from './audit.ts'
import { builtInMarkup } from './built-in-markup.ts'
import { mostExamples, type AuditOptions } from './options.ts'
import { scanValue } from './scan.ts'

/**
 * Finds reasoning and its markup in the answers of stored conversations.
 *
 * @param source - Parsed JSON, one value after another: messages, conversations, responses or rows of a data set, in any of the common
 *   layouts. One value is in memory at a time.
 * @throws {TypeError} If `examples` is not a whole number, 0 or more.
 */
export async function auditConversations(source: Iterable<unknown> | AsyncIterable<unknown>, options: AuditOptions = {}): Promise<Audit> {
  const examples = mostExamples(options)
  const findMarkup = builtInMarkup()
  const audit = emptyAudit()
  for await (const value of source) {
    const line = ++audit.values
    scanValue(audit, value, { findMarkup, examples, exampleOf: (excerpt) => ({ line, excerpt }) })
  }
  return audit
}
