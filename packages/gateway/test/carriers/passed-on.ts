import type { WireFormat } from '@reason/core'
import { parsePolicyConfig } from '@reason/policy'
import { openaiChat } from '@reason/providers-openai'
import { parseRequest, type ClientRequest } from '../../src/client-apis/client-request.ts'
import { openaiChat as chatClient } from '../../src/client-apis/chat-completions/chat-completions.ts'
import { createFormats } from '../../src/upstreams/formats.ts'
import { createChoose } from '../../src/upstreams/adapter-choice.ts'
import { createRequestWriter } from '../../src/dispatch/request/request-writer.ts'
import { apis } from '../support/apis.ts'

export type Fields = Readonly<Record<string, unknown>>

const { registry } = createFormats({ upstreamFormat: 'openai-chat', reasoningField: 'reasoning_content' })
const choose = createChoose(registry, { adapter: undefined, modelFamily: undefined }, parsePolicyConfig({}))

const chat = openaiChat()
export const providers: readonly string[] = (chat as WireFormat).dialects!

/** The messages that the gateway sends to a provider for a Chat Completions request without seals. */
export async function passedOn(provider: string | undefined, body: Fields): Promise<readonly Fields[]> {
  const bytes = Buffer.from(JSON.stringify(body))
  const upstream = { address: 'http://h', provider, api: apis['openai-chat'] }
  const writer = createRequestWriter(chat as WireFormat, chat, upstream, { askUsage: true, askReasoning: undefined, splitOf: choose })
  const written = writer.write((await parseRequest(chatClient, bytes)) as ClientRequest, bytes)
  if ('status' in written) throw new Error(written.message)
  return (JSON.parse(written.body.toString()) as { messages: Fields[] }).messages
}
