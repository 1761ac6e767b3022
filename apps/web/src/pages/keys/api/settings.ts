import type { PublicSettings } from '@reason/gateway-api'
import { requestJson } from '../../../api/request.ts'

export const loadSettings = (): Promise<PublicSettings> => requestJson('api/settings')
