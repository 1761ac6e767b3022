import { createRedactor, pattern, type RedactionOptions } from '@reason/redaction'
import type { Config } from '../config/load.ts'
import { keyOfRedaction } from './data-dir.ts'

/** Creates the configured redactor, which removes secrets and personal data from stored and exported text. */
export function openRedactor({
  redaction: { patterns = {}, ...rules } = {},
  ...where
}: Pick<Config, 'redaction' | 'redactionKey' | 'dataDir'>) {
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as RedactionOptions
  return createRedactor({
    ...given,
    key: keyOfRedaction(where),
    patterns: Object.entries(patterns).map(([name, expression]) => pattern(name, expression)),
  })
}
