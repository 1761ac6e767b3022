import { expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/client-apis/messages/messages.ts'
import type { ClientApi } from '../../../src/client-apis/client-api.ts'
import { generate } from '../../../src/client-apis/generate/generate.ts'
import { openaiChat } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses } from '../../../src/client-apis/responses/responses.ts'
import { oddRoles } from '../../../src/dispatch/request/message-notes.ts'

const wizard = `message 1 is taken for the user's: its role, "wizard", is not known`
const rows: [what: string, api: ClientApi, json: Record<string, unknown>, notes: string[]][] = [
  ['one that Chat Completions does not have', openaiChat, { messages: [{ role: 'user' }, { role: 'wizard' }] }, [wizard]],
  ['none at all', openaiChat, { messages: [{ content: 'hi' }] }, [`message 0 is taken for the user's: it has no role`]],
  ['one that is no text', openaiChat, { messages: [{ role: 5 }] }, [`message 0 is taken for the user's: its role, 5, is not known`]],
  ['those of Chat Completions', openaiChat, { messages: ['system', 'developer', 'tool', 'function'].map((role) => ({ role })) }, []],
  ['one that Messages does not have', anthropicMessages, { messages: [{ role: 'system' }, { role: 'wizard' }] }, [wizard]],
  ['one that Responses does not have', openaiResponses, { input: [{ type: 'reasoning' }, { role: 'wizard' }] }, [wizard]],
  ['one of our own', generate, { messages: [{ role: 'wizard' }] }, []],
]

it.each(rows)('a role: %s', (_, api, json, notes) => expect(oddRoles({ api, json })).toEqual(notes))
