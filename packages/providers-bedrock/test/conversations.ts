import type { Conversation, Target } from '@reason/core/conversation'
import { turnsOf } from '@reason/exchanges/sealed-turns'
import { bedrockConverse } from '../src/index.ts'

export const wire = bedrockConverse()

const to = (model: string): Target => ({ provider: 'bedrock', wire: wire.id, model })
export const sonnet37 = to('us.anthropic.claude-3-7-sonnet-20250219-v1:0')
export const sonnet45 = to('global.anthropic.claude-sonnet-4-5-20250929-v1:0')
export const sonnet46 = to('anthropic.claude-sonnet-4-6')
export const opus47 = to('us.anthropic.claude-opus-4-7')
export const haiku35 = to('anthropic.claude-3-5-haiku-20241022-v1:0')
export const nova2 = to('us.amazon.nova-2-lite-v1:0')
export const gptOss = to('openai.gpt-oss-120b-1:0')
export const kimi = to('moonshot.kimi-k2-thinking')
export const qwen = to('qwen.qwen3-32b-v1:0')
export const deepseek = to('us.deepseek.r1-v1:0')
export const profile = to('arn:aws:bedrock:us-east-1:1:application-inference-profile/abc')

export { said, thought, user } from '@reason/exchanges/sealed-turns'
export const { seal, call, assistant, result } = turnsOf(sonnet37, 'tooluse_1')

export interface Body {
  messages: { role: string; content: Record<string, unknown>[] }[]
  additionalModelRequestFields?: Record<string, unknown>
  [field: string]: unknown
}

export function write(conversation: Partial<Conversation> & Pick<Conversation, 'messages'>, target: Target = sonnet37) {
  const { body, ...rest } = wire.writeRequest!(conversation, target)
  return { body: body as Body, ...rest }
}

/** The kinds of the blocks of a message. */
export const kindsOf = ({ messages }: Body, at: number): unknown[] => messages[at]!.content.map((block) => Object.keys(block)[0])
