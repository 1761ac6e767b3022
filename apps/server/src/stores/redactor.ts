import { defined } from '@reason/gateway/json'
import { createRedactor, pattern } from '@reason/redaction'
import type { Config } from '../config/load.ts'
import { keyOfRedaction } from './data-dir.ts'

/** Creates the configured redactor, which removes secrets and personal data from stored and exported text. */
export function openRedactor({
  redaction: { patterns = {}, ...rules } = {},
  ...where
}: Pick<Config, 'redaction' | 'redactionKey' | 'dataDir'>) {
  return createRedactor({
    ...defined(rules),
    key: keyOfRedaction(where),
    patterns: Object.entries(patterns).map(([name, expression]) => pattern(name, expression)),
  })
}
