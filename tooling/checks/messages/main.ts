import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'
import { messagesOf, messagesPage } from './page.ts'

// The script `messages` runs this.
writeFileSync(join(root, messagesPage), messagesOf(root))
