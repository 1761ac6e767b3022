import { cancelMessage } from '@reason/gateway-api/generate'
import { parseJson } from '../../json.ts'

/** Maximum size of a cancel message, in bytes. Larger messages are requests, which are parsed only once. */
const longestCancel = 256

/** Whether a WebSocket's message cancels the running generation. */
export const isCancel = (bytes: Buffer): boolean =>
  bytes.length <= longestCancel && cancelMessage.safeParse(parseJson(bytes.toString('utf8'))).success
