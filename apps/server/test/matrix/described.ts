import { describedUpstreams, type Answer } from '@reason/exchanges/described'
import { sha256 } from '../support/recorded.ts'
import { steps, type Source, type Wanted } from './source.ts'

const thought = 'They ask for “Oslo”.\nSo I look:\t{"city": 1} \\ 🌧️ first. '
const text = 'It rains in Oslo, <b>all</b> of three days. 🌧️\n'
const call = { name: 'get_weather', arguments: { city: 'Oslo "N"\n', days: 3, of: { rain: true, wind: null }, in: ['mm', 'm/s'] } }
const begun = 'It rains in'
const refusal = 'Too many requests in this minute.'
const failure = 'The model is overloaded. Try again later.'

/** A short response by the documentation of its format. Every cell has one. */
export function describedSource({ format, scenario, stream }: Wanted): Source {
  const upstream = describedUpstreams[format]
  const { model } = upstream
  if (scenario === 'refused')
    return { model, bodies: [upstream.refused(refusal)], failure: { status: 429, message: refusal, begun: false } }
  if (scenario === 'failed') {
    const body = stream ? upstream.failedStream(begun, failure) : upstream.failed(failure)
    return { model, bodies: [body], failure: { status: undefined, message: failure, begun: stream } }
  }
  const answers = answersOf(scenario, upstream.isSigned)
  const { thought: thinks = '', text: says = '', calls = [] } = answers[0]!
  return {
    model,
    bodies: answers.map((answer) => (stream ? upstream.streamed(answer) : upstream.whole(answer))),
    expected: {
      reasoning: [sha256(thinks)],
      answer: [sha256(says)],
      calls: calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
      isCut: false,
      usage: upstream.usage,
    },
  }
}

function answersOf(scenario: 'plain' | 'reasoning' | 'tools', isSigned: boolean): readonly Answer[] {
  if (scenario === 'plain') return [{ text }]
  if (scenario === 'reasoning') return [{ thought, text, ...(isSigned && { signature: signatureOf(0) }) }]
  return Array.from({ length: steps }, (_, step) => ({
    thought,
    calls: [{ id: `call_${step}`, ...call }],
    ...(isSigned && { signature: signatureOf(step) }),
  }))
}

/** A signature in Base64, as providers send it. */
const signatureOf = (step: number): string => Buffer.from(`signature ${step} of a provider: ÿ??>`, 'latin1').toString('base64')
