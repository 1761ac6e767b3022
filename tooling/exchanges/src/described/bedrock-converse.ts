import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { amazonStream, json, type AmazonEvent } from './framing.ts'

/** Converse as Bedrock serves Claude: blocks of reasoning with a signature, in Amazon's binary event stream. */
export const bedrockConverse: DescribedUpstream = {
  provider: 'bedrock',
  model: 'us.anthropic.claude-sonnet-4-20250514-v1:0',
  usage: { input: tokens.input, output: tokens.output, reasoning: null },
  isSigned: true,
  whole: (answer) =>
    json({
      output: { message: { role: 'assistant', content: blocksOf(answer) } },
      stopReason: reasonOf(answer),
      usage,
      metrics: { latencyMs: 20 },
    }),
  streamed: (answer) =>
    amazonStream([
      { name: 'messageStart', payload: { role: 'assistant', p: 'abcdef' } },
      ...blocksOf(answer).flatMap(blockEvents),
      { name: 'messageStop', payload: { stopReason: reasonOf(answer) } },
      { name: 'metadata', payload: { usage, metrics: { latencyMs: 20 } } },
    ]),
  refused: (message) => json({ message }, 429),
  failed: (message) => json({ message }),
  failedStream: (begun, message) =>
    amazonStream([
      { name: 'messageStart', payload: { role: 'assistant' } },
      ...blockEvents({ text: begun }, 0).slice(0, -1),
      { kind: 'exception', name: 'modelStreamErrorException', payload: { message, originalStatusCode: 500 } },
    ]),
}

const usage = { inputTokens: tokens.input, outputTokens: tokens.output, totalTokens: tokens.total }

const reasonOf = ({ calls = [] }: Answer): string => (calls.length > 0 ? 'tool_use' : 'end_turn')

interface ReasoningText {
  text: string
  signature?: string
}

interface Block {
  reasoningContent?: { reasoningText: ReasoningText }
  text?: string
  toolUse?: { toolUseId: string; name: string; input: object }
}

const blocksOf = ({ thought, signature, text, calls = [] }: Answer): Block[] => [
  ...(thought === undefined
    ? []
    : [{ reasoningContent: { reasoningText: { text: thought, ...(signature !== undefined && { signature }) } } }]),
  ...(text === undefined ? [] : [{ text }]),
  ...calls.map(({ id, name, arguments: input }) => ({ toolUse: { toolUseId: id, name, input } })),
]

/** Events of a block. Blocks of text and of reasoning have no start event: they begin with their first delta. */
function blockEvents({ reasoningContent, text, toolUse }: Block, contentBlockIndex: number): AmazonEvent[] {
  const delta = (of: Json): AmazonEvent => ({ name: 'contentBlockDelta', payload: { contentBlockIndex, delta: of, p: 'abcdefgh' } })
  const { text: thought = '', signature } = reasoningContent?.reasoningText ?? {}
  return [
    ...(toolUse === undefined
      ? []
      : [
          {
            name: 'contentBlockStart',
            payload: { contentBlockIndex, start: { toolUse: { toolUseId: toolUse.toolUseId, name: toolUse.name } } },
          },
          ...piecesOf(JSON.stringify(toolUse.input)).map((input) => delta({ toolUse: { input } })),
        ]),
    ...piecesOf(thought).map((piece) => delta({ reasoningContent: { text: piece } })),
    ...(signature === undefined ? [] : [delta({ reasoningContent: { signature } })]),
    ...piecesOf(text ?? '').map((piece) => delta({ text: piece })),
    { name: 'contentBlockStop', payload: { contentBlockIndex } },
  ]
}
