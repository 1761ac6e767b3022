import { join } from 'node:path'
import { createKeyring, openKeyFile } from '@reason/keys'
import type { ServerSettings } from './settings.ts'

/** Path of the file with the keys of clients. */
export const keysPath = ({ keys, dataDir }: Pick<ServerSettings, 'keys' | 'dataDir'>): string => keys ?? join(dataDir, 'keys.json')

/** Whether a key file has any key. Without one, every client would be refused. */
export const hasKeys = (path: string): boolean => createKeyring(openKeyFile(path).list()).size > 0
