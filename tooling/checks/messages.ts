import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './check.ts'
import { messagesOf, messagesPage } from './messages/page.ts'
import { root } from './workspace.ts'

/** Checks that the page of messages is up to date with the sources. */
export function checkMessages(from = root): Outcome {
  const path = join(from, messagesPage)
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === messagesOf(from)
  return { problems: isCurrent ? [] : [`${messagesPage} is not what the sources give. Run: pnpm run messages`] }
}
