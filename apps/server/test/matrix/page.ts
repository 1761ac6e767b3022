import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { endpoints, foreign, type Endpoint } from './applications.ts'
import { nameOf, type Outcome } from './cell.ts'
import { knownFailures, lostFields, lostSeals } from './known.ts'
import type { PassedThrough } from './pass-through.ts'
import { setNames, sets, type SetName } from './sets.ts'
import { scenarios, type Scenario } from './source.ts'

export interface Run {
  /** By the names of the cells. */
  outcomes: ReadonlyMap<string, Outcome>
  /** By endpoint, way and set. */
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

/** The page of results, as the documentation has it. */
export function writePage({ outcomes, passed }: Run): string {
  const all = [...outcomes.values()]
  const failing = Object.entries(knownFailures)
  const lost = Object.entries(lostSeals)
  return (
    [
      '# Endpoints and upstreams',
      'Written by the tests of the gateway; do not edit (`npx vitest run --project server apps/server/test/matrix -u` writes it anew, and without `-u` the ' +
        'tests fail where this page is not what they found). Clients are the official ones, `openai` and `@anthropic-ai/sdk`, and `fetch` for our own events; upstreams are servers on ' +
        'loopback that play responses. Every cell is played with a response of a few words, written by hand as the provider’s documentation describes it. ' +
        'Where a recording exists, the cell is played with that, too: `llama-server` is recorded in this repository, providers are not.',
      `${all.length} runs: ${all.filter(({ faults }) => faults.length === 0).length} work, ${all.filter(({ faults }) => faults.length > 0).length} do not. ` +
        `${setNames.map((set) => `${[...outcomes.keys()].filter((name) => name.endsWith(` / ${set}`)).length} were played from ${sources[set]}`).join(', ')}.`,
      'Each cell has two marks, for a whole answer and for a stream. `✓` works, `✗` does not (the reasons are below), `°` beside a mark: no recording of ' +
        'that exists.',
      '- **plain**, **reasoning**: the client takes the answer; text, reasoning in the place that the API has for it, reason of the end, and counts of tokens are those of the response.\n' +
        '- **tool loop**: three steps with calls. The application sends back what it was given, as it came, with a result for each call. Names, arguments and ids of the calls ' +
        'are checked at the client; at the upstream, that what arrives can be read as a request of its format, breaks none of the provider’s known rules, and has every call with its result.\n' +
        '- **seals**: whether signatures and encrypted reasoning of the provider are in the last request of the loop, to the letter, as often as it gave them. `–`: it gave none.\n' +
        '- **error before**: a status of the provider’s, which reaches the client as its own class of error, with the provider’s message.\n' +
        '- **error inside**: of a stream, after its first words, which have arrived; of a whole answer, in place of it, with HTTP 200. Never an answer without words.',
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
      'Requests go on with fields that no API has, at every depth. Of answers unknown fields may repeat what was thought: they pass where nothing has to be ' +
        'split and the client may see all of it, as here; elsewhere only those that are known to be harmless do (`system_fingerprint`, `service_tier`, ' +
        '`timings` and the like). “In vain” says in which objects an unknown field was put that did not arrive. Signatures reach the client ' +
        'as the provider sent them, or, where Chat Completions has no sure place for them, in a value of the gateway’s own; they come back to the letter either way (tool loop).',
      table(
        ['endpoint', 'answer', 'unknown fields sent', 'unknown fields received, in vain', 'signatures'],
        foreign.flatMap((endpoint) =>
          ways.map((way) => {
            const { request, response, seals } = passed.get(`${endpoint} ${way} captures`)!
            const inVain = response.map((name) => `\`${name.slice(2)}\``).join(', ')
            return [`\`${paths[endpoint]}\``, way, request.length === 0 ? '✓' : '✗', inVain === '' ? '✓ none' : inVain, seals]
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

/** One for each set that has the cell. */
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

/** As the formatter of this repository writes tables. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(3, ...[title, ...rows.map((row) => row[at]!)].map((cell) => [...cell].length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell + ' '.repeat(widths[at]! - [...cell].length)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
