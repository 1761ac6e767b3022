import { passportOf, type TemplateFacts } from '@reason/chat-template'
import type { Family } from '@reason/think-tags'
import type { Override, Row } from './row.ts'

/**
 * Builds a row of the family table from the facts of its templates.
 *
 * @throws {Error} For an unreadable template, and if the templates of a row differ in a field without an override.
 */
export function familyRow({ id, models, openedBy, tokens = [], overrides = [] }: Row, templates: readonly TemplateFacts[]): Family {
  const read = templates.map((facts) => templateRow(id, facts))
  const row = Object.assign({}, ...overrides.map(fieldsOf)) as Partial<Family>
  const options: object = Object.assign({}, ...overrides.map((override) => override.options))
  const merged = merge(id, read, row)
  return definedIn({
    id,
    models,
    ...(openedBy !== undefined && { openedBy }),
    ...merged,
    ...row,
    options: definedIn({ ...merged.options, ...options }),
    serviceTokens: [
      ...new Set([...(merged.serviceTokens ?? []), ...tokens, ...overrides.flatMap(({ serviceTokens = [] }) => serviceTokens)]),
    ],
  })
}

type TemplateRow = Omit<Family, 'id' | 'models'>

function templateRow(id: string, facts: TemplateFacts): TemplateRow {
  if (facts.error !== undefined) throw new Error(`The template of ${id} cannot be read: ${facts.error.message}`)
  const known = withoutSuffix(facts)
  const { options, serviceTokens = [] } = passportOf(known, { models: [], source: id })
  const tags = (options?.['think-tags'] ?? {}) as Family['options']
  const promptSwitch = promptSwitchOf(facts)
  const switchable = facts.switches.some(({ off }) => off !== undefined)
  return {
    start: startOf(facts),
    ...(!switchable && { switchable }),
    ...(!defaultOf(facts) && { defaultOn: false }),
    ...(promptSwitch !== undefined && { promptSwitch }),
    ...(facts.start.on === 'answer' && facts.start.afterResult.on === 'reasoning' && { opensAfterResults: true }),
    ...(known.pairs.length > 0 && known.pairs.every(isSpecial) && { special: true }),
    // The common tags count for every row.
    options: { ...tags, commonTags: undefined },
    serviceTokens,
  }
}

/** Merges the versions of one family: unites their lists. All other fields must be equal or overridden. */
function merge(id: string, rows: readonly TemplateRow[], overridden: Partial<Family>): TemplateRow {
  const [first, ...others] = rows
  if (first === undefined) throw new Error(`The row ${id} has no template.`)
  const keys = new Set(rows.flatMap((row) => Object.keys(row) as (keyof TemplateRow)[]))
  for (const key of keys) {
    if (key === 'options' || key === 'serviceTokens' || Object.hasOwn(overridden, key)) continue
    if (others.some((other) => JSON.stringify(other[key]) !== JSON.stringify(first[key])))
      throw new Error(`Templates of the row ${id} differ in "${key}". Add an override with a reason.`)
  }
  const options = rows.map((row) => row.options as Record<string, unknown>)
  const names = new Set(options.flatMap(Object.keys))
  return {
    ...first,
    options: Object.fromEntries([...names].map((name) => [name, united(options.map((one) => one[name]))])),
    serviceTokens: [...new Set(rows.flatMap(({ serviceTokens = [] }) => serviceTokens))],
  }
}

function united(values: readonly unknown[]): unknown {
  const all = [...new Set(values.flat().filter((value) => value !== undefined))]
  return all.length > 1 ? all : all[0]
}

/** Removes the suffix that a checkpoint adds to its tags, because the table serves every checkpoint. */
function withoutSuffix(facts: TemplateFacts): TemplateFacts {
  const { suffix, pairs, tools } = facts
  if (suffix === undefined) return facts
  const plain = (tag: string): string => tag.replace(`:${suffix}`, '')
  return {
    ...facts,
    pairs: pairs.map((pair) => ({ ...pair, open: plain(pair.open), close: plain(pair.close) })),
    tools: { openers: tools.openers.map(plain), closers: tools.closers.map(plain) },
  }
}

/** Start of the output: the prompt opens the thought always, only if a switch turns thinking on, or never. */
function startOf({ start, words, switches, pairs }: TemplateFacts): Family['start'] {
  const opens = [start.on, start.unset].includes('reasoning')
  if (!opens) return 'answer'
  if (pairs[0]?.open === '') return 'reasoning'
  return words.length > 0 || switches.some(({ off }) => off !== undefined) ? 'template' : 'reasoning'
}

/** Whether the model thinks by default. Without a switch it does, if its template has tags for thoughts. */
function defaultOf({ switches, pairs }: TemplateFacts): boolean {
  const able = switches.filter(({ off }) => off !== undefined)
  return able.length === 0 ? pairs.length > 0 : able[0]!.defaultOn === true
}

function promptSwitchOf({ words }: TemplateFacts): Family['promptSwitch'] {
  const off = words.find(({ thinking }) => !thinking)?.word
  const on = words.find(({ thinking }) => thinking)?.word ?? off?.replace(/no_?/, '')
  return on === undefined || off === undefined ? undefined : { on, off }
}

/** True if both tags are special tokens: tags with a namespace, or in bars. */
const isSpecial = ({ open, close }: { open: string; close: string }): boolean => [open, close].every((mark) => /[|｜:[◁_]/.test(mark))

/** Fields that replace those of the templates. Options are set one by one, and tokens are added. */
const fieldsOf = (override: Override): object => fieldsBut(override, ['because', 'options', 'serviceTokens'])

const fieldsBut = (value: object, left: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !left.includes(key)))

/** Drops undefined fields: an override of `undefined` removes the field of a template. */
const definedIn = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
