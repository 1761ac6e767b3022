import { readMessagesFacts } from '@reason/providers-anthropic'
import { asObject } from '../../json.ts'
import type { ApiError } from '../../errors/api-error.ts'
import { contextOverflow } from '../../errors/context-overflow.ts'
import type { ClientApi } from '../client-api.ts'
import { malformedMessages } from '../body/conversation-check.ts'

/** Anthropic's Messages. */
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
    // The official client gives it as `errorCode`. A cause that names Anthropic's own code keeps it: its tool runner goes by that.
    const cause =
      typeof code === 'string' && code !== written && code !== 'error'
        ? { code, details: { error_code: code, ...asObject(more?.['details']) } }
        : {}
    // Claude Code shortens the conversation at Anthropic's own words.
    const isOverflow = code === contextOverflow && !message.toLowerCase().includes(tooLong)
    return JSON.stringify({
      type: 'error',
      error: { ...more, type: written, message: isOverflow ? `${tooLong}: ${message}` : message, ...cause },
    })
  },
}

const tooLong = 'prompt is too long'

/** Anthropic's names for what went wrong. */
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

/** Said by an upstream of theirs: more exact than a status. Not the one that OpenAI has for everything. */
const own = new Set(['api_error', ...Object.values(byStatus).filter((type) => type !== byStatus[400])])
