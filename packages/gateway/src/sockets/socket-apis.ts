import { generateSocket } from './generate-socket.ts'
import { responsesSocket } from './responses-socket.ts'
import type { SocketApi } from './socket-dialog.ts'

/** The client APIs that are also spoken over WebSockets, at their own paths. */
export const socketApis: readonly SocketApi[] = [responsesSocket, generateSocket]
