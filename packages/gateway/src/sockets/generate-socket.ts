import { isCancel } from '../client-apis/generate/cancel.ts'
import { generate } from '../client-apis/generate/generate.ts'
import { errorEvent } from '../relay/delivery/error-delivery.ts'
import type { SocketApi, SocketDialog } from './socket-dialog.ts'

/** A message is a body of `POST /v1/generate`, or cancels the running request. */
const dialog: SocketDialog = {
  mostWaiting: 0,
  control: (message) => (isCancel(message) ? 'cancel' : undefined),
  turn: (sink) => ({ sink, read: (message) => Promise.resolve(message) }),
  errorMessage: errorEvent,
}

/** Our own API over WebSockets. Requests are independent of each other. */
export const generateSocket: SocketApi = { api: generate, open: () => dialog }
