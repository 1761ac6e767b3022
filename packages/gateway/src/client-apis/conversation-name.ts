import { sessionKeyOf } from '@reason/budget'
import type { ClientRequest } from './client-request.ts'
import type { HeadLines } from '../head.ts'

/** Headers in which clients name a conversation by themselves. Names used by several clients come last. */
const namedBy = [
  'x-claude-code-session-id',
  'x-openwebui-chat-id', // with ENABLE_FORWARD_USER_INFO_HEADERS
  'x-session-affinity', // opencode, pi
  'session-id', // Codex
  'session_id', // Codex, earlier
  'x-conversation-id', // the page of llama-server
  'x-session-id',
]

/**
 * The client's own name for the conversation, for requests without a session. No budget counts by it, as an agent may go on for days.
 * A name that is invalid for a session is skipped, as the client did not write it for the gateway.
 */
export function conversationOf({ cacheKey }: Pick<ClientRequest, 'cacheKey'>, headers: HeadLines): string | undefined {
  for (const header of [...namedBy.map((name) => headers[name]), cacheKey]) {
    if (header === undefined) continue
    const named = sessionKeyOf({ header })
    if (named.valid) return named.session
  }
  return undefined
}
