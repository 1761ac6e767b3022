import type { TemplateStart, Starts, SwitchFact, TemplateFacts } from '@reason/chat-template'
import { safeText } from '../render/safe-text.ts'
import { noPaint, type Paint } from '../render/styles.ts'
import type { ReadTemplate } from './run.ts'

/** Renders a template: facts, their reasons, and the passport to copy. */
export function renderTemplate({ name, from, notes, facts, passport }: ReadTemplate, paint: Paint = noPaint): string {
  const rows = [
    ['template', name === 'default' ? from : `${from} (${name})`],
    ['language', facts.language === 'go' ? 'Go, rendered as Ollama renders it' : 'Jinja'],
    ...notes.map((note) => ['server', note]),
    ['error', facts.error === undefined ? '' : `${facts.error.kind}: ${facts.error.message}`],
    ['models', passport.models.join(' ')],
    ['thought', facts.error === undefined ? shapes[facts.shape] : ''],
    ...facts.pairs.map(({ open, close, label, when }) => [
      'delimiters',
      `${open === '' ? '(nothing)' : open} … ${close}${noted(label, when)}`,
    ]),
    ['begins', startsOf(facts.start)],
    ['after a tool', startsOf(facts.start.afterResult)],
    ...facts.switches.map((fact) => ['switch', switchOf(fact)]),
    ...facts.words.map(({ word, in: place, thinking }) => ['word', `${word} in a message of the ${place}: ${thinking ? 'on' : 'off'}`]),
    ['history', facts.history ?? (facts.pairs.length > 0 ? 'no field takes a thought back' : '')],
    ['answer', [...facts.answer.open, ...facts.answer.close].join(' ')],
    ['calls', [...facts.tools.openers, ...facts.tools.closers].join(' ')],
    ['end of turn', facts.endOfTurn.join(' ')],
    ['service tokens', facts.serviceTokens.join(' ')],
    ['suffix', facts.suffix ?? ''],
  ].filter((row): row is [string, string] => row[1] !== '')
  const width = Math.max(...rows.map(([title]) => title.length))
  const lines = rows.map(([title, value]) => `${paint('dim', title.padEnd(width))}  ${safeText(value.replaceAll('\n', '\\n'))}`)
  const reasons = facts.reasons.map(({ fact, because }) => `  ${fact}: ${safeText(because)}`)
  const json = safeText(JSON.stringify(passport, null, 2))
  return `${[...lines, ...(reasons.length > 0 ? ['', 'Because:', ...reasons] : []), '', 'Passport:', json].join('\n')}\n`
}

const shapes: Record<TemplateFacts['shape'], string> = {
  tags: 'between tags',
  message: 'a message of its own',
  channel: 'a channel of its own',
  recipient: 'a message to a recipient of its own',
  role: 'a role of its own',
  none: 'the template knows none',
}

function noted(label: string | undefined, when: Readonly<Record<string, unknown>> | undefined): string {
  return `${label === undefined ? '' : `, label ${JSON.stringify(label)}`}${when === undefined ? '' : `, with ${JSON.stringify(when)}`}`
}

function startsOf({ on, off, unset }: Starts): string {
  const said: [string, TemplateStart | undefined][] = [
    ['thinking on', on],
    ['off', off],
    ['unset', unset],
  ]
  return said.flatMap(([name, start]) => (start === undefined ? [] : [`${start} (${name})`])).join(', ')
}

function switchOf({ name, on, off, defaultOn, values }: SwitchFact): string {
  if (on === undefined) return `${name}: ${values.map((value) => JSON.stringify(value)).join(', ')}`
  const byDefault = defaultOn === undefined ? '' : `; ${defaultOn ? 'on' : 'off'} by default`
  return `${name}: ${JSON.stringify(on)} on, ${JSON.stringify(off)} off${byDefault}`
}
