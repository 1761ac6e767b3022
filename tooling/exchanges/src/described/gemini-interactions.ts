import { piecesOf, tokens, type Answer, type DescribedUpstream, type Json } from './answer.ts'
import { data, done, events, json } from './framing.ts'

/** Google's Interactions: a list of steps, with the thought and its signature in one step. */
export const geminiInteractions: DescribedUpstream = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  responseId: 'v1_1',
  usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
  isSigned: true,
  whole: (answer) => json({ ...interaction(statusOf(answer)), steps: stepsOf(answer), usage }),
  streamed: (answer) =>
    stream([
      ...stepsOf(answer).flatMap((step, index) => stepEvents(step, index)),
      { event_type: 'interaction.completed', interaction: { ...interaction(statusOf(answer)), usage } },
    ]),
  refused: (message) => json({ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } }, 429),
  failed: (message) => json({ ...interaction('failed'), steps: [], usage, error: unavailable(message) }),
  failedStream: (begun, message) =>
    stream([...stepEvents(stepsOf({ text: begun })[0]!, 0).slice(0, -1), { event_type: 'error', error: unavailable(message) }]),
}

const usage = {
  total_input_tokens: tokens.input,
  total_output_tokens: tokens.output - tokens.reasoning,
  total_thought_tokens: tokens.reasoning,
  total_tokens: tokens.total,
}

const unavailable = (message: string): Json => ({ code: 503, message, status: 'UNAVAILABLE' })

const statusOf = ({ calls = [] }: Answer): string => (calls.length > 0 ? 'requires_action' : 'completed')

const interaction = (status: string): Json => ({ id: 'v1_1', object: 'interaction', status, model: geminiInteractions.model })

const stepsOf = ({ thought, signature, text, calls = [] }: Answer): Json[] => [
  ...(thought === undefined && signature === undefined
    ? []
    : [
        {
          type: 'thought',
          ...(signature !== undefined && { signature }),
          ...(thought !== undefined && { summary: [{ type: 'text', text: thought }] }),
        },
      ]),
  ...(text === undefined ? [] : [{ type: 'model_output', content: [{ type: 'text', text }] }]),
  ...calls.map((call) => ({ type: 'function_call', ...call })),
]

function stepEvents(step: Json, index: number): Json[] {
  const { begun, deltas } = partsOf(step)
  return [
    { event_type: 'step.start', index, step: begun },
    ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
    { event_type: 'step.stop', index },
  ]
}

function partsOf(step: Json): { begun: Json; deltas: Json[] } {
  const texts = (of: unknown): string[] => ((of ?? []) as { text: string }[]).flatMap(({ text }) => piecesOf(text))
  const { type, signature, summary, content, arguments: given, ...rest } = step
  if (type === 'function_call')
    return {
      begun: { type, ...rest, arguments: {} },
      deltas: piecesOf(JSON.stringify(given)).map((piece) => ({ type: 'arguments_delta', arguments: piece })),
    }
  if (type === 'model_output') return { begun: { type }, deltas: texts(content).map((text) => ({ type: 'text', text })) }
  return {
    begun: { type },
    deltas: [
      ...texts(summary).map((text) => ({ type: 'thought_summary', content: { type: 'text', text } })),
      ...(signature === undefined ? [] : [{ type: 'thought_signature', signature }]),
    ],
  }
}

const stream = (all: readonly Json[]) =>
  events([
    ...[{ event_type: 'interaction.created', interaction: interaction('in_progress') }, ...all].map(
      (event) => `event: ${String(event['event_type'])}\n${data(event)}`,
    ),
    `event: done\n${done}`,
  ])
