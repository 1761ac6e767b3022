import type { Conversation } from '@reason/core/conversation'
import { expect, it } from 'vitest'
import { withoutEmptySettings } from '../../../src/dispatch/request/empty-settings.ts'

const tools: Conversation['tools'] = [{ type: 'function', name: 'f' }]
const use = { toolChoice: 'required', parallelToolCalls: false } as const

it.each<[string, Partial<Conversation>, Partial<Conversation>]>([
  ['an empty list of tools goes, with the settings of their use', { tools: [], ...use }, {}],
  ['tools stay, with the settings of their use', { tools, ...use }, { tools, ...use }],
  ['settings of tools that are not named are for the writer', use, use],
  ['a negative limit goes, and other settings stay', { sampling: { maxOutputTokens: -1, topP: 0.5 } }, { sampling: { topP: 0.5 } }],
  ['a limit of 0 is for the provider', { sampling: { maxOutputTokens: 0 } }, { sampling: { maxOutputTokens: 0 } }],
])('%s', (_, given, expected) => {
  expect(withoutEmptySettings({ messages: [], ...given })).toEqual({ messages: [], ...expected })
})
