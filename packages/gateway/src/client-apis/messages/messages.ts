import { readMessagesFacts } from '@reason/providers-anthropic'
import { asObject } from '../../json.ts'
import type { ApiError } from '../../errors/api-error.ts'
import { contextOverflow } from '../../errors/context-overflow.ts'
import type { ClientApi } from '../client-api.ts'
import { malformedMessages } from '../body/conversation-check.ts'

export const anthropicMessages: ClientApi = {
  id: 'anthropic-messages',
  path: '/v1/messages',
  ids: { response: 'msg_', call: 'toolu_' },
  findMalformed: malformedMessages,
  asksToSee: { words: 'thinking.display: "summarized"', isAsked: ({ thinking }) => asObject(thinking)['display'] === 'summarized' },
  conversation: { in: 'messages', roles: ['user', 'assistant', 'system'], instructions: 'system' },

  read: readMessagesFacts,

  errorBody({ status, type, message, code, more }) {
    const written = own.has(type) ? type : nameOf(status)
    // The official client exposes this as `errorCode`. A cause with Anthropic's own code keeps it, because Anthropic's tool runner depends on it.
    const cause =
      typeof code === 'string' && code !== written && code !== 'error'
        ? { code, details: { error_code: code, ...asObject(more?.['details']) } }
        : {}
    // Claude Code compacts the conversation when it sees Anthropic's own message.
    const isOverflow = code === contextOverflow && !message.toLowerCase().includes(tooLong)
    return JSON.stringify({
      type: 'error',
      error: { ...more, type: written, message: isOverflow ? `${tooLong}: ${message}` : message, ...cause },
    })
  },
}

const tooLong = 'prompt is too long'

/** Anthropic's error types by status. */
const byStatus: Readonly<Record<ApiError['status'], string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
const nameOf = (status: number): string => byStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')

/** Types that an Anthropic upstream may have sent. They are more exact than a status. The type that OpenAI uses for everything is left out. */
const own = new Set(['api_error', ...Object.values(byStatus).filter((type) => type !== byStatus[400])])
