import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { endpoints, foreign, type Endpoint } from './applications.ts'
import { nameOf, type Outcome } from './cell.ts'
import { knownFailures, lostFields, lostSeals } from './known.ts'
import type { PassedThrough } from './pass-through.ts'
import { setNames, sets, type SetName } from './sets.ts'
import { scenarios, type Scenario } from './source.ts'

export interface Run {
  /** Outcomes by the names of the cells. */
  outcomes: ReadonlyMap<string, Outcome>
  /** Results by endpoint, way and set. */
  passed: ReadonlyMap<string, PassedThrough>
}

const ways = ['whole', 'stream'] as const
const paths: Readonly<Record<Endpoint, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  generate: '/v1/generate',
}
const titles: Readonly<Record<Scenario, string>> = {
  plain: 'plain',
  reasoning: 'reasoning',
  tools: 'tool loop',
  refused: 'error before',
  failed: 'error inside',
}

/** Writes the page of results for the documentation. */
export function writePage({ outcomes, passed }: Run): string {
  const all = [...outcomes.values()]
  const failing = Object.entries(knownFailures)
  const lost = Object.entries(lostSeals)
  return (
    [
      '# Endpoints and upstreams',
      'This page shows which client APIs work with which upstreams.',
      'Written by the tests of the gateway: do not edit it. `npx vitest run --project server apps/server/test/matrix -u` writes it again. Without `-u`, the tests fail if their ' +
        'results differ from this page.',
      'Clients are the official ones, `openai` and `@anthropic-ai/sdk`, and `fetch` for `/v1/generate`. Upstreams are servers on loopback that play responses. For every cell, the ' +
        'upstream plays a short response, written by hand as the provider’s documentation describes it. If there is a recording, it plays that, too. ' +
        'Recordings of `llama-server` are in this repository, those of providers are not.',
      `${all.length} runs: ${all.filter(({ faults }) => faults.length === 0).length} work, ${all.filter(({ faults }) => faults.length > 0).length} do not. ` +
        `${setNames.map((set) => `${[...outcomes.keys()].filter((name) => name.endsWith(` / ${set}`)).length} were played from ${sources[set]}`).join(', ')}.`,
      'Each cell has two marks: the first for a whole answer, the second for a stream. `✓`: works. `✗`: does not work; the reasons are below. `°`: tested without a recording.',
      '- **plain**, **reasoning**: the client gets the text, the reasoning in the field of its API, the finish reason and the token counts.\n' +
        '- **tool loop**: three steps with tool calls. The application sends back each message unchanged, with a result for each call. The client gets names, arguments and ids of the calls. ' +
        'The upstream gets requests that break no known rule of the provider, and that have every call with its result.\n' +
        '- **seals**: `kept`: the last request of the loop has all signatures and encrypted reasoning of the provider, unchanged. `–`: the provider sent none.\n' +
        '- **error before**: the provider refuses the request. The client raises its error class for this status, with the provider’s message.\n' +
        '- **error inside**: the provider fails in mid-stream, or sends an error with HTTP 200 in place of a whole answer. The client gets the words so far, and the error.',
      ...endpoints.flatMap((endpoint) => [
        `## \`${paths[endpoint]}\``,
        table(
          ['upstream', titles.plain, titles.reasoning, titles.tools, 'seals', titles.refused, titles.failed],
          ourWires.map((format) => {
            const marks = Object.fromEntries(scenarios.map((scenario) => [scenario, marksOf(outcomes, endpoint, format, scenario)]))
            return [
              `\`${format}\``,
              marks['plain']!,
              marks['reasoning']!,
              marks['tools']!,
              sealsOf(outcomes, endpoint, format),
              marks['refused']!,
              marks['failed']!,
            ]
          }),
        ),
      ]),
      '## Where both sides speak the same',
      'Here client and upstream speak the same API. Requests keep fields that no API has, at every depth. Unknown fields of a response may repeat a thought. So they pass only if the gateway splits ' +
        'nothing and the client may see all reasoning, as here. Otherwise only fields pass that are known to be harmless (`system_fingerprint`, `service_tier`, `timings` and others).',
      'The column “lost in” names the objects whose unknown fields did not arrive. Signatures reach the client as the provider sent them. Chat Completions has no safe field for them, so there ' +
        'they travel sealed. In both cases the provider gets them back unchanged.',
      table(
        ['endpoint', 'answer', 'unknown fields sent', 'unknown fields lost in', 'signatures'],
        foreign.flatMap((endpoint) =>
          ways.map((way) => {
            const { request, response, seals } = passed.get(`${endpoint} ${way} captures`)!
            const inVain = response.map((name) => `\`${name.slice(2)}\``).join(', ')
            return [`\`${paths[endpoint]}\``, way, request.length === 0 ? '✓' : '✗', inVain === '' ? 'none' : inVain, seals]
          }),
        ),
      ),
      '## What does not work',
      list([
        ...failing.map(([name, why]) => `${name}: ${why}`),
        ...lost.map(([name, why]) => `Seals lost, ${name}: ${why}`),
        ...(Object.values(lostFields).some((of) => ways.some((way) => of[way].length > 0))
          ? ['Unknown fields of answers, as in the table above.']
          : []),
      ]),
      '## What was played',
      table(
        ['upstream', 'cell', 'whole', 'stream'],
        ourWires.flatMap((format) =>
          scenarios.map((scenario) => [`\`${format}\``, titles[scenario], ...ways.map((way) => fromOf(format, scenario, way))]),
        ),
      ),
    ].join('\n\n') + '\n'
  )
}

type Outcomes = Run['outcomes']

type Way = (typeof ways)[number]

/** Outcomes of a cell in each set that has it. */
const outcomesOf = (outcomes: Outcomes, endpoint: Endpoint, format: OurWire, scenario: Scenario, way: Way): Outcome[] =>
  setNames.flatMap((set) => outcomes.get(nameOf({ endpoint, format, scenario, stream: way === 'stream', set })) ?? [])

function marksOf(outcomes: Outcomes, endpoint: Endpoint, format: OurWire, scenario: Scenario): string {
  return ways
    .map((way) => {
      const found = outcomesOf(outcomes, endpoint, format, scenario, way)
      return `${found.every(({ faults }) => faults.length === 0) ? '✓' : '✗'}${found.length === 1 ? '°' : ''}`
    })
    .join(' ')
}

function sealsOf(outcomes: Outcomes, endpoint: Endpoint, format: OurWire): string {
  const [whole, stream] = ways.map((way) => {
    const found = outcomesOf(outcomes, endpoint, format, 'tools', way).map(({ seals }) => seals)
    return found.includes('lost') ? 'lost' : found.includes('kept') ? 'kept' : '–'
  })
  return whole === stream ? whole! : `${whole} ${stream}`
}

const sources: Readonly<Record<SetName, string>> = {
  described: 'responses as documented',
  'llama-server': 'recordings of `llama-server`',
  captures: 'recordings of providers',
}

function fromOf(format: OurWire, scenario: Scenario, way: Way): string {
  const wanted = { format, scenario, stream: way === 'stream' }
  const names = setNames.flatMap((set) => sets[set].nameOf(wanted) ?? [])
  return names.length === 0 ? 'as documented' : names.map((name) => `\`${name}\``).join(', ')
}

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? 'Nothing that is known.' : lines.map((line) => `- ${line}`).join('\n')

/** Writes a Markdown table as the formatter of this repository does. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(3, ...[title, ...rows.map((row) => row[at]!)].map((cell) => [...cell].length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell + ' '.repeat(widths[at]! - [...cell].length)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
