import type { Config } from './config/load.ts'
import { withoutPasswords } from '@reason/gateway/errors'
import { nameOf } from '@reason/gateway/settings'
import { createWires } from '@reason/gateway/upstreams'
import { recordings } from '@reason/recorded-models'

type Behind = Pick<Config, 'upstream' | 'upstreamFormat' | 'upstreams' | 'reasoningField' | 'packageWires'>

/** What a newcomer reads, in the terminal and at `/`. */
export function welcome(address: string, config: Behind): string {
  const { upstream, upstreamFormat, upstreams } = config
  if (upstreams !== undefined) {
    return inFrontOf(address, `${upstreams.length} upstream${upstreams.length === 1 ? '' : 's'}: ${upstreams.map(nameOf).join(', ')}`, [
      'See the models of all of them, where requests for one go and why, and watch one answer:',
      `  curl ${address}/v1/models`,
      `  curl '${address}/api/explain?model=NAME'`,
    ])
  }
  if (upstream === undefined) return withRecordings(address)
  const { id, endpoint } = createWires(config)(upstreamFormat)
  const speaks = id === 'openai-chat' ? '' : `, which speaks ${id}`
  const listed = ['See its models, then watch one answer:', `  curl ${address}/v1/models`]
  return inFrontOf(address, withoutPasswords(upstream) + speaks, endpoint.models === undefined ? ['Watch one answer:'] : listed)
}

/** What those read who may come in with a key alone: nothing of what is behind it. */
export const forStrangers = (address: string): string =>
  `Reason is listening at ${address}\n\n${clients(address, 'The gateway requires a key. Ask its operator for one, then:').join('\n')}\n`

function withRecordings(address: string): string {
  const models = Object.entries(recordings)
  const width = Math.max(...models.map(([id]) => id.length))
  return [
    `Reason is listening at ${address}`,
    'Open that address in a browser: watch recorded models think, find their traces, see the dashboard move.',
    '',
    'It speaks Chat Completions, Responses and Messages, and keeps reasoning apart from the answer, whatever the format of the model.',
    'No upstream is set, so the gateway replays recordings. Watch one:',
    '',
    `  ${curl(address, models[0]![0])}`,
    '',
    'Other recordings, for "model":',
    ...models.map(([id, { about }]) => `  ${id.padEnd(width)}  ${about}`),
    '',
    'Then put it in front of your own model:',
    '  npm start -- --upstream http://127.0.0.1:8080      (outside of a checkout: npx @reason/server --upstream …)',
    ...clients(address, 'and point any client of OpenAI or Anthropic at it:'),
    '',
    'The command splits text without a server:  node apps/cli/dist/bin.js --help      (outside of a checkout: npx @reason/cli --help)',
    '',
  ].join('\n')
}

const inFrontOf = (address: string, upstream: string, hints: readonly string[]): string =>
  [
    `Reason is listening at ${address}, in front of ${upstream}`,
    'Open that address in a browser: a playground, traces, a dashboard.',
    '',
    ...clients(address, 'Point any client of OpenAI or Anthropic at it:'),
    ...hints,
    `  ${curl(address, 'NAME')}`,
    '',
  ].join('\n')

const clients = (address: string, line: string): string[] => [line, `  OPENAI_BASE_URL=${address}/v1`, `  ANTHROPIC_BASE_URL=${address}`]

const curl = (address: string, model: string): string =>
  `curl -N ${address}/v1/chat/completions -H 'content-type: application/json' ` +
  `-d '{"model":"${model}","stream":true,"messages":[{"role":"user","content":"What is 17 * 3?"}]}'`
