import type { Conversation, ReplayDecision, ReplayPlan, Target } from '@reason/core/conversation'
import { safeText } from './safe-text.ts'
import { noPaint, type Paint, type TextStyle } from './styles.ts'

export interface PlanView {
  conversation: Conversation
  target: Target
  plan: ReplayPlan
  /** Format of the conversation. */
  from: string
  /** Whether `from` was recognised by the body's shape, and not set by a flag. */
  guessed: boolean
  /** Differences from the previous request. Undefined if none was given. */
  prefix?: readonly string[] | undefined
}

const styles: Record<ReplayDecision['action'], TextStyle> = {
  kept: 'green',
  dropped: 'yellow',
  downgraded: 'yellow',
  added: 'cyan',
  moved: 'cyan',
  refused: 'red',
}

/** Renders a plan: decisions with reasons, refusals, and the messages to send. */
export function renderPlan({ conversation, target, plan, from, guessed, prefix }: PlanView, paint: Paint = noPaint): string {
  const { wire, model, provider } = target
  return [
    `${paint('dim', 'read as')}  ${from}${guessed ? ' (by its shape; --from names another)' : ''}`,
    `${paint('dim', 'sent to')}  ${safeText([wire, model, provider].filter((name) => name !== undefined).join(', '))}`,
    '',
    ...decisionLines(conversation, plan.decisions, paint),
    ...plan.refusals.map((refusal) => paint('red', `It would be refused: ${safeText(refusal)}`)),
    ...(plan.refusals.length > 0 ? [''] : []),
    ...prefixLines(prefix, paint),
    'Messages that are sent:',
    ...plan.messages.map((message) => `  ${safeText(JSON.stringify(message, shortened) ?? 'nothing')}`),
    '',
  ].join('\n')
}

function prefixLines(prefix: readonly string[] | undefined, paint: Paint): string[] {
  if (prefix === undefined) return []
  if (prefix.length === 0) return ['The previous request is unchanged: signed and encrypted thoughts in it stay valid.', '']
  const lines = prefix.map((line) => `  ${paint('yellow', safeText(line))}`)
  return ['What has changed of the request before it (thoughts behind the first of it are no longer valid):', ...lines, '']
}

function decisionLines(conversation: Conversation, decisions: readonly ReplayDecision[], paint: Paint): string[] {
  if (decisions.length === 0) return ['The conversation has no reasoning, so all of it is sent unchanged.', '']
  const rows = decisions.map((decision) => ({ ...decision, where: placeOf(conversation, decision) }))
  const places = Math.max(...rows.map(({ where }) => where.length))
  const actions = Math.max(...rows.map(({ action }) => action.length))
  const lines = rows.map(
    ({ where, action, reason }) => `  ${where.padEnd(places)}  ${paint(styles[action], action.padEnd(actions))}  ${safeText(reason)}`,
  )
  return ['What was decided:', ...lines, '']
}

/** `message 3, item 0 (reasoning)`. Counted from 0, as in the conversation. */
function placeOf({ messages }: Conversation, { message, item }: ReplayDecision): string {
  if (item === undefined) return `message ${message}`
  const said = messages[message]
  const found = said?.role === 'assistant' ? said.items[item] : undefined
  const what =
    found === undefined ? '' : ` (${found.type === 'block' ? found.channel : found.type === 'tool-call' ? found.name : found.event})`
  return safeText(`message ${message}, item ${item}${what}`)
}

/** Maximum shown characters of a text. A sealed thought has thousands of unreadable ones. */
const shownChars = 100

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > shownChars ? `${value.slice(0, shownChars / 2)}… (${value.length} characters)` : value
