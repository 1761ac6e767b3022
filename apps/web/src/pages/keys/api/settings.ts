import type { Settings } from '@reason/gateway-api'
import { requestJson } from '../../../api/request.ts'

export const loadSettings = (): Promise<Settings> => requestJson('api/settings')
