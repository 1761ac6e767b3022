import { requestJson } from '../../../api/request.ts'

export interface Setting {
  place: string
  group: string
  flag: string
  variable: string
  about: string
  value: unknown
  default: unknown
  from: 'flag' | 'variable' | 'file' | 'default'
  source: string | null
  secret: string | null
  needsRestart: boolean
}

export interface Settings {
  version: string
  hash: string
  since: number
  file: string | null
  settings: readonly Setting[]
  policies: readonly { key: string; value: unknown; default: unknown; isSet: boolean }[]
}

export const loadSettings = (): Promise<Settings> => requestJson('api/settings')
