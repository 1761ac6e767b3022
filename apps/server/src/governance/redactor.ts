import { createRedactor, pattern, type RedactionOptions } from '@reason/redaction'
import type { Config } from '../config/load.ts'
import { redactionKey } from './data-dir.ts'

/** What takes secrets and personal data out of all that is kept or sent, as it is configured. */
export function openRedactor({ redaction: { patterns = {}, ...rules } = {}, dataDir }: Pick<Config, 'redaction' | 'dataDir'>) {
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as RedactionOptions
  return createRedactor({
    ...given,
    key: redactionKey(dataDir),
    patterns: Object.entries(patterns).map(([name, expression]) => pattern(name, expression)),
  })
}
