import { readFileSync } from 'node:fs'
import type { WireFormat } from '@reason/core'
import type { BodyFraming } from '@reason/gateway/src/relay/attempt/body-frames'
import { sha256 } from '../support/recorded.ts'
import { loopOf, type Expected, type Source, type Wanted } from './source.ts'

interface Recording {
  file: string
  /** Default: the folder of fixtures. */
  folder?: 'recordings'
  expected?: Omit<Expected, 'reasoning' | 'answer' | 'isCut' | 'calls'> & { reasoning: string; answer: string; calls?: Expected['calls'] }
  failure?: Source['failure']
}

const sum = { reasoning: 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n', answer: 'The answer is 51.' }
const product = { reasoning: 'The user asks for a product. 17 * 3 is 51.\n', answer: 'It is 51.' }
const weather = {
  reasoning: 'The user wants the weather, so I call get_weather.\n',
  answer: 'One moment.\n',
  calls: [{ name: 'get_weather', arguments: { city: 'Paris', unit: 'celsius' } }],
}
const counted = (input: number, output: number): Pick<Expected, 'usage'> => ({ usage: { input, output, reasoning: null } })
const refused = (status: number, message: string) => ({ status, message, begun: false })

/** Recordings of `llama-server` b10573-d775b8967, by format, scenario and way. See the README of the recordings. */
const recordings: Readonly<Record<string, Recording>> = {
  'openai-chat/reasoning/whole': { folder: 'recordings', file: 'qwen3-auto-json.json', expected: { ...sum, ...counted(20, 45) } },
  'openai-chat/reasoning/stream': { folder: 'recordings', file: 'qwen3-auto-stream.sse', expected: { ...sum, ...counted(20, 45) } },
  'openai-chat/tools/whole': { folder: 'recordings', file: 'qwen3-auto-tool-json.json', expected: { ...weather, ...counted(335, 16) } },
  'openai-chat/tools/stream': { folder: 'recordings', file: 'qwen3-auto-tool-stream.sse', expected: { ...weather, ...counted(335, 16) } },
  'openai-chat/refused/whole': { file: 'qwen3-error-no-messages.json', failure: refused(400, "'messages' is required") },
  'openai-chat/failed/stream': {
    file: 'qwen3-error-midstream-stream.sse',
    failure: { status: undefined, message: 'Unexpected empty grammar stack after accepting piece', begun: true },
  },
  'openai-responses/reasoning/whole': { file: 'qwen3-responses-json.json', expected: { ...sum, ...counted(20, 45) } },
  'openai-responses/reasoning/stream': { file: 'qwen3-responses-stream.sse', expected: { ...sum, ...counted(20, 45) } },
  'openai-responses/tools/stream': { file: 'qwen3-responses-tool-stream.sse', expected: { ...weather, ...counted(335, 16) } },
  'openai-responses/refused/whole': { file: 'qwen3-responses-error.json', failure: refused(400, "'input' is required") },
  'anthropic-messages/reasoning/whole': { file: 'qwen3-messages-json.json', expected: { ...product, ...counted(20, 10) } },
  'anthropic-messages/reasoning/stream': { file: 'qwen3-messages-stream.sse', expected: { ...product, ...counted(20, 10) } },
  'anthropic-messages/refused/whole': { file: 'qwen3-messages-error.json', failure: refused(500, "'messages' is required") },
}

const recordingOf = ({ format, scenario, stream }: Wanted): Recording | undefined =>
  recordings[`${format}/${scenario}/${stream ? 'stream' : 'whole'}`]

export const llamaServerName = (wanted: Wanted): string | undefined => {
  const { file } = recordingOf(wanted) ?? {}
  return file && `llama-server/${file.replace(/\.\w+$/, '')}`
}

export function llamaServerSource(wire: WireFormat, wanted: Wanted): Source | undefined {
  const recording = recordingOf(wanted)
  if (recording === undefined) return undefined
  const { scenario, stream } = wanted
  const { folder, file, expected, failure } = recording
  const place = folder === undefined ? '../../fixtures/llama-server' : '../../../../packages/recorded-models/recordings'
  const body = readFileSync(new URL(`${place}/${file}`, import.meta.url))
  const [framing, type] = stream ? (['sse', 'text/event-stream'] as const) : (['json', 'application/json'] as const)
  const served = { type, body, ...(failure?.status !== undefined && { status: failure.status }) }
  return {
    model: 'qwen3',
    bodies: scenario === 'tools' ? loopOf(wire, framing satisfies BodyFraming, served) : [served],
    ...(failure !== undefined && { failure }),
    ...(expected !== undefined && {
      expected: {
        ...expected,
        reasoning: [sha256(expected.reasoning)],
        answer: [sha256(expected.answer)],
        calls: expected.calls ?? [],
        isCut: false,
      },
    }),
  }
}
