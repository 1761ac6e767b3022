import { show } from './request-body.ts'
import type { Conversation, Target } from '@reason/core/conversation'
import type { WireFormat, WrittenRequest } from '@reason/core/wire'
import { atOnce, type Steps } from '../steps.ts'
import { withAllowedTools } from '../calls/allowed-tools.ts'

type Taking<R> = (conversation: Conversation, target: Target) => R

/**
 * Wraps a function of a format that takes a conversation (`writeRequest`, `replay`), and validates its arguments. An
 * untyped program, or one that reads a conversation from a file, may pass a provider's own messages, or a model's name.
 *
 * @param wire - Id of the format. If set, tools that another format's `allowed_tools` excludes are left out.
 */
export const takingConversation =
  <R>(take: Taking<R>, wire?: string): Taking<R> =>
  (conversation, target) => {
    assertConversation(conversation)
    const { model } = Object(target) as Partial<Target>
    if (typeof model !== 'string')
      throw new TypeError(`The target of a request needs the name of a model, such as { model: "gpt-5.1" }; this is ${show(target)}.`)
    return take(wire === undefined ? conversation : withAllowedTools(conversation, wire), target)
  }

/**
 * The functions of a format that write requests, at once and in steps, with validated arguments.
 *
 * @param write - Yields between planning, pairing and writing. Each of these takes tens of milliseconds for thousands of messages.
 */
export function requestWriters(
  write: Taking<Steps<WrittenRequest>>,
  wire: string,
): Required<Pick<WireFormat, 'writeRequest' | 'writeInSteps'>> {
  const writeInSteps = takingConversation(write, wire)
  return { writeInSteps, writeRequest: (conversation, target) => atOnce(writeInSteps(conversation, target)) }
}

function assertConversation(conversation: unknown): void {
  const { messages } = Object(conversation) as { messages?: unknown }
  if (!Array.isArray(messages)) throw new TypeError(`A conversation has a list of messages; this is ${show(conversation)}. ${remedy}`)
  for (const [index, message] of (messages as unknown[]).entries()) {
    const { role, content, items } = Object(message) as { role?: unknown; content?: unknown; items?: unknown }
    if (Array.isArray(role === 'assistant' ? items : content)) continue
    const has = role === 'assistant' ? `no list of items` : `no list of pieces for its content`
    throw new TypeError(`Message ${index} (${show(role)}) is not a message of a conversation: it has ${has}. ${remedy}`)
  }
}

const remedy = 'readRequest() of a format makes a conversation of the body of a request, and messageOf() a message of an answer.'
