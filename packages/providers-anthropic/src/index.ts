import { definePlugin } from '@reason/core'
import { anthropicMessages } from './anthropic-messages.ts'
import { anthropicMessagesOptions } from './options.ts'
import { WIRE } from './wire-id.ts'

export { anthropicMessages } from './anthropic-messages.ts'
export { readMessagesFacts } from './request/facts.ts'
export { anthropicMessagesOptions, type AnthropicMessagesOptions } from './options.ts'

export default definePlugin({ specVersion: 1, id: WIRE, options: anthropicMessagesOptions, create: anthropicMessages })
