import { cuttings } from '../inputs/cuttings.ts'
import { ask, type CreateRuleGateway, type GatewayExchange, secret, thinking } from './rule-gateway.ts'
import { oddRequests } from './odd-requests.ts'

/** A request with the rule's expected decision. */
export interface RuleRow {
  name: string
  /** Request of Chat Completions: `messages` and other fields that the rule reads. `model` is added. */
  request: Readonly<Record<string, unknown>>
  /** Code of the refusal. Absent: the rule admits the request. */
  refused?: string
}

export interface RuleCheckOptions<Rule> {
  /** `createGateway` of `@reason/gateway`. */
  createGateway: CreateRuleGateway<Rule>
  rows: readonly RuleRow[]
}

/** A violation of a demand by a gateway rule. */
export interface RuleFailure {
  rule: RuleDemand
  /** Description of the violation. */
  message: string
}

/** Demands by name. */
export const ruleDemands = {
  rows: 'The rule admits or refuses each row as the row expects. Refused rows reach no upstream.',
  'odd-requests': 'No request makes the rule throw, whatever its API and however odd it is.',
  'read-only': 'The rule changes nothing in the request that it reads.',
  isolation: 'No word of a thought reaches a client that may see none, however the answer is cut.',
  'chunk-invariance': 'An answer is the same however the upstream cuts it, and the same streamed and whole.',
  independence: 'Answers that run at the same time do not affect each other.',
  endings: 'Nothing throws when the upstream fails or the client leaves.',
} as const

export type RuleDemand = keyof typeof ruleDemands

type Check = <Rule extends Admitting>(create: () => Rule, options: RuleCheckOptions<Rule>) => Promise<string[]>

/** The part of a rule that the kit calls directly. */
export interface Admitting {
  // A method, and so bivariant, because the kit passes the same facts as a gateway.
  admit(facts: never): unknown
}

/** Checks by demand. Each returns its findings. */
export const ruleChecks: Record<RuleDemand, Check> = {
  async rows(create, { createGateway, rows }) {
    const problems: string[] = []
    for (const { name, request, refused } of rows) {
      const { status, code, asked } = await ask(createGateway, create(), { request })
      if (refused === undefined && status !== 200) problems.push(`${name}: refused with ${status} ${code}`)
      if (refused !== undefined && code !== refused) problems.push(`${name}: ${status} ${code ?? 'without a code'} in place of ${refused}`)
      if (refused !== undefined && asked > 0) problems.push(`${name}: the upstream was asked`)
    }
    return problems
  },

  async 'odd-requests'(create, { createGateway }) {
    const problems: string[] = []
    for (const { path, request } of oddRequests) {
      const { status, errors } = await ask(createGateway, create(), { path, request })
      if (status === 500 || errors.length > 0)
        problems.push(`POST ${path} ${JSON.stringify(request).slice(0, 100)}: ${errors[0] ?? `status ${status}`}`)
    }
    return problems
  },

  async 'read-only'(create, { rows }) {
    const problems: string[] = []
    for (const { name, request } of rows) {
      const facts = { ...someFacts, request: frozen(structuredClone({ model: someFacts.model, ...request })) }
      try {
        await create().admit(facts as never)
      } catch (error) {
        problems.push(`${name}: ${String(error)}`)
      }
    }
    return problems
  },

  async isolation(create, { createGateway, rows }) {
    const problems: string[] = []
    for (const { name: cut, pieces } of cuttings({ input: thinking }, few))
      for (const stream of [true, false]) {
        const { text } = await ask(createGateway, create(), { ...letThrough(rows), visibility: 'none', stream, pieces })
        if (text.includes(secret)) problems.push(`${stream ? 'streamed' : 'whole'}, ${cut}: ${text.slice(0, 200)}`)
      }
    return problems
  },

  async 'chunk-invariance'(create, { createGateway, rows }) {
    const problems: string[] = []
    let expected: string | undefined
    for (const { name: cut, pieces } of cuttings({ input: thinking }, few))
      for (const stream of [true, false]) {
        const found = shown(await ask(createGateway, create(), { ...letThrough(rows), stream, pieces }))
        expected ??= found
        if (found !== expected) problems.push(`${stream ? 'streamed' : 'whole'}, ${cut}: ${found} in place of ${expected}`)
      }
    return problems
  },

  async independence(create, { createGateway, rows }) {
    const alone = shown(await ask(createGateway, create(), { ...letThrough(rows), stream: true }))
    const one = create()
    const gateways = Array.from({ length: 4 }, () => ask(createGateway, one, { ...letThrough(rows), stream: true }))
    const together = await Promise.all(gateways)
    return together
      .map(shown)
      .filter((found) => found !== alone)
      .map((found) => `${found} in place of ${alone}`)
  },

  async endings(create, { createGateway, rows }) {
    const problems: string[] = []
    for (const ending of ['fails', 'breaks off', 'client leaves'] as const) {
      const { errors } = await ask(createGateway, create(), { ...letThrough(rows), stream: true, ending })
      problems.push(...errors.map((error) => `${ending}: ${error}`))
    }
    return problems
  },
}

/** Runs every check. @param create - Creates the rule. Called several times. */
export async function checkRule<Rule extends Admitting>(create: () => Rule, options: RuleCheckOptions<Rule>): Promise<RuleFailure[]> {
  const failures: RuleFailure[] = []
  for (const rule of Object.keys(ruleDemands) as RuleDemand[])
    failures.push(...(await ruleChecks[rule](create, options)).map((message) => ({ rule, message })))
  return failures
}

/** Limits the cuttings, because each one takes a generation. */
const few = { randomCuttings: 2, maxTwoPieceCuttings: 12 }

/** The first row that is admitted, else a default question. */
function letThrough(rows: readonly RuleRow[]): { request: RuleRow['request'] } {
  const row = rows.find(({ refused }) => refused === undefined)
  return { request: row?.request ?? { messages: [{ role: 'user', content: 'What is 17 times 3?' }] } }
}

const shown = ({ status, reasoning, answer }: GatewayExchange): string => JSON.stringify({ status, reasoning, answer })

/** Facts that the gateway has for a request without an identity. */
const someFacts = {
  id: 'request-1',
  api: 'openai-chat',
  model: 'qwen3-8b',
  stream: true,
  session: undefined,
  key: undefined,
  team: undefined,
  visibility: 'full',
  traceMode: 'none',
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const one of Object.values(value)) frozen(one)
  }
  return value
}
