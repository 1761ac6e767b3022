import { passportOf, type TemplateFacts } from '@reason/chat-template'
import type { Row } from './rows.ts'

/** What a template says of a family, in the words of the family table. */
export interface Family {
  id: string
  start: 'answer' | 'reasoning' | 'template' | 'hold'
  switchable: boolean
  defaultOn: boolean
  promptSwitch?: { on: string; off: string }
  opensAfterResults?: boolean
  special?: boolean
  options: object
  serviceTokens: readonly string[]
}

/** @throws {Error} For a template that could not be read. */
export function familyRow({ id, overrides }: Row, facts: TemplateFacts): Family {
  if (facts.error !== undefined) throw new Error(`The template of ${id} cannot be read: ${facts.error.message}`)
  const { options, serviceTokens = [] } = passportOf(facts, { models: [], source: id })
  const promptSwitch = promptSwitchOf(facts)
  const switchable = facts.switches.some(({ off }) => off !== undefined)
  const { because: _, options: own, ...others } = overrides ?? {}
  return {
    id,
    start: startOf(facts),
    switchable,
    defaultOn: defaultOf(facts),
    ...(promptSwitch !== undefined && { promptSwitch }),
    ...(facts.start.on === 'answer' && facts.start.afterResult.on === 'reasoning' && { opensAfterResults: true }),
    ...(facts.pairs.length > 0 && facts.pairs.every(isSpecial) && { special: true }),
    serviceTokens,
    ...others,
    options: { ...(options?.['think-tags'] as object | undefined), ...own },
  }
}

/** The prompt opens the thought always, only where something switches it on, or never. */
function startOf({ start, words, switches, pairs }: TemplateFacts): Family['start'] {
  const opens = [start.on, start.unset].includes('reasoning')
  if (!opens) return 'answer'
  if (pairs[0]?.open === '') return 'reasoning'
  return words.length > 0 || switches.some(({ off }) => off !== undefined) ? 'template' : 'reasoning'
}

/** Without a switch, a template that knows a thought is one of a model that thinks. */
function defaultOf({ switches, pairs }: TemplateFacts): boolean {
  const able = switches.filter(({ off }) => off !== undefined)
  return able.length === 0 ? pairs.length > 0 : able[0]!.defaultOn === true
}

function promptSwitchOf({ words }: TemplateFacts): { on: string; off: string } | undefined {
  const off = words.find(({ thinking }) => !thinking)?.word
  const on = words.find(({ thinking }) => thinking)?.word ?? off?.replace(/no_?/, '')
  return on === undefined || off === undefined ? undefined : { on, off }
}

/** Tags with a name space, or in bars, are tokens of their own. */
const isSpecial = ({ open, close }: { open: string; close: string }): boolean => [open, close].every((mark) => /[|｜:[◁_]/.test(mark))
