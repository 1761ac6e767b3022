import { cancelMessage } from '@reason/gateway-api/generate'
import { generate } from '../client-apis/generate/generate.ts'
import { parseJson } from '../json.ts'
import { errorEvent } from '../relay/delivery/error-delivery.ts'
import type { SocketApi, SocketDialog } from './socket-dialog.ts'

/** Maximum size of a cancel message, in bytes. Larger messages are requests, which are parsed only once. */
const longestCancel = 256

const isCancel = (bytes: Buffer): boolean =>
  bytes.length <= longestCancel && cancelMessage.safeParse(parseJson(bytes.toString('utf8'))).success

/** A message is a body of `POST /v1/generate`, or cancels the running request. */
const dialog: SocketDialog = {
  mostWaiting: 0,
  control: (message) => (isCancel(message) ? 'cancel' : undefined),
  turn: (sink) => ({ sink, read: (message) => Promise.resolve(message) }),
  errorMessage: errorEvent,
}

/** Our own API over WebSockets. Requests are independent of each other. */
export const generateSocket: SocketApi = { api: generate, open: () => dialog }
