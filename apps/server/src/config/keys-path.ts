import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Where the keys of clients are. */
export const keysPath = ({ keys, dataDir }: Pick<Settings, 'keys' | 'dataDir'>): string => keys ?? join(dataDir, 'keys.json')
