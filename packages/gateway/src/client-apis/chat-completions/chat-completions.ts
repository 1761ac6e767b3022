import { readChatFacts } from '@reason/providers-openai'
import { asObject } from '../../json.ts'
import type { ClientApi } from '../client-api.ts'
import { malformedChat } from '../body/conversation-check.ts'
import { withReasoningApart } from './separate-reasoning.ts'
import { openaiError } from '../../errors/openai-error.ts'

/** OpenAI's Chat Completions, with extensions of other servers. */
export const openaiChat: ClientApi = {
  id: 'openai-chat',
  path: '/v1/chat/completions',
  ids: { response: 'chatcmpl-', call: 'call_' },
  errorBody: openaiError,
  asksToSee: { words: 'reasoning: {"exclude": false}', isAsked: ({ reasoning }) => asObject(reasoning)['exclude'] === false },
  withReasoningApart,
  findMalformed: malformedChat,
  conversation: { in: 'messages', roles: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },

  read: readChatFacts,

  passOn({ json, stream, includeUsage }, { askUsage }) {
    return stream && !includeUsage && askUsage ? { stream_options: { ...asObject(json['stream_options']), include_usage: true } } : {}
  },
}
