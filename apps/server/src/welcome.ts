import type { Config } from './config/load.ts'
import { withoutPasswords } from '@reason/gateway/errors'
import { nameOf } from '@reason/gateway/settings'
import { createWires } from '@reason/gateway/upstreams'
import { recordings } from '@reason/recorded-models'

type WelcomeSettings = Pick<Config, 'upstream' | 'upstreamFormat' | 'upstreams' | 'reasoningField' | 'packageWires' | 'requireKeys'>

/** Greeting with first steps, for the terminal and `/`. */
export function welcome(address: string, config: WelcomeSettings): string {
  const { upstream, upstreamFormat, upstreams, requireKeys } = config
  const keyed = requireKeys ? ['Requests need a key. Create one: reason keys create NAME --visibility full', ''] : []
  if (upstreams !== undefined) {
    const listed = `${upstreams.length} upstream${upstreams.length === 1 ? '' : 's'}: ${upstreams.map(nameOf).join(', ')}`
    const hints = ['List all models, explain where requests for one go, and ask it:', `  curl ${address}/v1/models`]
    return inFrontOf(address, keyed, listed, [...hints, `  curl '${address}/api/explain?model=NAME'`])
  }
  if (upstream === undefined) return withRecordings(address, keyed)
  const { id, endpoint } = createWires(config)(upstreamFormat)
  const speaks = id === 'openai-chat' ? '' : `, which speaks ${id}`
  const listed = ['List its models, and ask one:', `  curl ${address}/v1/models`]
  return inFrontOf(address, keyed, withoutPasswords(upstream) + speaks, endpoint.models === undefined ? ['Ask a model:'] : listed)
}

/** Greeting for clients without a key. It reveals nothing of the upstream. */
export const forStrangers = (address: string): string =>
  `Reason is listening at ${address}\n\n${clients(address, 'The gateway requires a key. Ask its operator for one, then:').join('\n')}\n`

function withRecordings(address: string, keyed: readonly string[]): string {
  const models = Object.entries(recordings)
  const width = Math.max(...models.map(([id]) => id.length))
  return [
    `Reason is listening at ${address}`,
    'Open it in a browser to watch recorded models think. The pages also show traces, budgets and keys.',
    '',
    ...keyed,
    'The gateway speaks Chat Completions, Responses and Messages. Clients get the reasoning apart from the answer.',
    'No upstream is set, so the gateway replays recorded models. Ask one:',
    '',
    `  ${curl(address, models[0]![0])}`,
    '',
    'Recorded models, for "model":',
    ...models.map(([id, { about }]) => `  ${id.padEnd(width)}  ${about}`),
    '',
    'To put the gateway in front of your own model:',
    '  npm start -- --upstream http://127.0.0.1:8080      (without a checkout: npx @reason/server --upstream …)',
    ...clients(address, 'Then point any client of OpenAI or Anthropic at it:'),
    '',
    'The command splits text without a server:  node apps/cli/dist/bin.js --help      (without a checkout: npx @reason/cli --help)',
    '',
  ].join('\n')
}

const inFrontOf = (address: string, keyed: readonly string[], upstream: string, hints: readonly string[]): string =>
  [
    `Reason is listening at ${address}, in front of ${upstream}`,
    'Open it in a browser for a playground, traces and a dashboard.',
    '',
    ...keyed,
    ...clients(address, 'Point any client of OpenAI or Anthropic at it:'),
    ...hints,
    `  ${curl(address, 'NAME')}`,
    '',
  ].join('\n')

const clients = (address: string, line: string): string[] => [line, `  OPENAI_BASE_URL=${address}/v1`, `  ANTHROPIC_BASE_URL=${address}`]

const curl = (address: string, model: string): string =>
  `curl -N ${address}/v1/chat/completions -H 'content-type: application/json' ` +
  `-d '{"model":"${model}","stream":true,"messages":[{"role":"user","content":"What is 17 * 3?"}]}'`
