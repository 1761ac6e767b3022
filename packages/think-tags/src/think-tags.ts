import { definePlugin, parseOptions, SPEC_VERSION, type StreamContext, type TextAdapter } from '@reason/core'
import type { Capabilities, JsonValue, Passport, Signal } from '@reason/core/adapter'
import type { CompleteOptions } from './config.ts'
import { findFamily, type Family } from './families/family.ts'
import { families, familyCalled } from './families/index.ts'
import { thinkTagsOptions, type CheckedOptions, type ThinkTagsOptions } from './options.ts'
import { createProtocol, type Protocol } from './protocol.ts'
import type { Matcher } from './matching/matcher.ts'
import { createThinkTagsSplitter } from './splitter.ts'
import { resolveStart } from './start.ts'
import { tagMatcher } from './tag-matchers.ts'

const id = 'think-tags'

/**
 * Splits text in which tags separate reasoning from the answer.
 *
 * Options override the family that `family` or `model` selects, or else the family of the stream's model. Without any of them, the common thinking tags
 * count, and the text begins in the answer.
 */
export function thinkTags(options: ThinkTagsOptions = {}): TextAdapter {
  const own = parseOptions(thinkTagsOptions, options, id)
  const choiceFor = createChoices(own)
  const { config } = choiceFor({}).protocol
  return {
    kind: 'text',
    id,
    specVersion: SPEC_VERSION,
    capabilities: capabilitiesOf(config),
    passports,
    signals: signalsOf(config),
    createSplitter(context = {}) {
      const { protocol, family } = choiceFor(context)
      return createThinkTagsSplitter(protocol, resolveStart(protocol.config, family, context), context)
    },
    start(context) {
      const { protocol, family } = choiceFor(context)
      return resolveStart(protocol.config, family, context)
    },
  }
}

export default definePlugin({ specVersion: SPEC_VERSION, id, options: thinkTagsOptions, create: thinkTags })

interface Choice {
  protocol: Protocol
  family: Family | undefined
}

/** Compiles options once per family and passport, not per stream. */
function createChoices(own: CheckedOptions): (context: StreamContext) => Choice {
  const withoutPassport = new Map<Family | undefined, Protocol>()
  const withPassport = new WeakMap<object, { options: CheckedOptions; ready: Map<Family | undefined, Protocol> }>()

  /** By name, because finding a family compares the name with some hundred patterns. Bounded, because requests may contain any name. */
  const found = new Map<string, Family | undefined>()

  return ({ model, options }) => {
    if (options === undefined || options === null) return choose(own, model, withoutPassport, familyFor)
    const passport = passportOf(options)
    return choose(passport.options, model, passport.ready, familyFor)
  }

  function familyFor(model: string): Family | undefined {
    if (found.has(model)) return found.get(model)
    const family = findFamily(families, model)
    if (found.size >= mostNames) found.clear()
    if (model.length <= longestName) found.set(model, family)
    return family
  }

  function passportOf(options: JsonValue) {
    const known = typeof options === 'object' && options !== null ? withPassport.get(options) : undefined
    if (known !== undefined) return known
    const passport = { options: { ...own, ...parseOptions(thinkTagsOptions, options, id) }, ready: new Map<Family | undefined, Protocol>() }
    withPassport.set(options as object, passport)
    return passport
  }
}

const mostNames = 256
const longestName = 256

type FamilyFor = (model: string) => Family | undefined

function choose(
  options: CheckedOptions,
  model: string | undefined,
  ready: Map<Family | undefined, Protocol>,
  familyFor: FamilyFor,
): Choice {
  const family = familyOf(options, model, familyFor)
  let protocol = ready.get(family)
  if (protocol === undefined) {
    const { startTag, endTag } = options
    const isSpelt = startTag !== undefined || endTag !== undefined
    protocol = createProtocol(withFamily(options, family), options.commonTags ?? (!isSpelt && family?.models.length !== 0))
    ready.set(family, protocol)
  }
  return { protocol, family }
}

/** The configured family. Else the model's family, unless tags were configured. */
function familyOf(options: CheckedOptions, streamModel: string | undefined, familyFor: FamilyFor): Family | undefined {
  if (options.family !== undefined) return familyCalled(options.family)
  const model = options.model ?? (options.startTag === undefined && options.endTag === undefined ? streamModel : undefined)
  return model === undefined ? undefined : familyFor(model)
}

function withFamily(own: CheckedOptions, family: Family | undefined): CheckedOptions {
  if (family === undefined) return own
  // Tags come as a pair. Combining one tag of the family with one of the caller would match nothing.
  const { startTag, endTag, stripTokens, ...others } = family.options
  const tags = own.startTag === undefined && own.endTag === undefined ? { startTag, endTag } : {}
  const tokens = { stripTokens: [stripTokens ?? [], family.serviceTokens ?? []].flat() }
  return Object.fromEntries(Object.entries({ ...others, ...tokens, ...tags, ...own }).filter(([, value]) => value !== undefined))
}

function capabilitiesOf(config: CompleteOptions): Capabilities {
  const waits =
    config.startsInReasoning === 'hold' ||
    config.orphanClose === 'reclassify' ||
    config.unclosed === 'answer' ||
    config.markerOccurrence === 'last' ||
    config.afterTool === 'hold' ||
    config.emptyStart === 'hold' ||
    config.codeAware ||
    config.codeAwareReasoning
  return {
    streaming: true,
    multipleReasoningBlocks: true,
    conservation: true,
    monotone: true,
    tags: true,
    ...(!waits && { boundedHold: true }),
  }
}

function signalsOf(config: CompleteOptions): Signal[] {
  const { openers, closers, contentStrip, answerTokens, firstOpeners, emptyTags, answerTags } = config
  // Openers with other marks, or cut off, may be prose, which only the whole block can decide.
  const openersOfText = firstOpeners.flatMap(({ opener, isEcho }) => (opener.firsts[0] === 0x3c && isEcho !== true ? [opener] : []))
  const first = [...openersOfText, ...emptyTags, ...answerTags.open]
  return [
    ...[...answerTokens, ...contentStrip].map((token) => (typeof token === 'string' ? { text: token } : signalOf(token))),
    ...first.map((matcher): Signal => ({ ...signalOf(matcher), leading: true })),
    ...openers.map((tag) => signalOf(tagMatcher(tag, config))),
    ...closers.map((tag): Signal => ({ ...signalOf(tagMatcher(tag, config)), before: 'reasoning' })),
  ]
}

const signalOf = ({ literal, example = literal, match }: Matcher): Signal =>
  literal === undefined ? { text: example!, match } : { text: literal }

/** The family table as passports for the registry. */
const passports: readonly Passport[] = families
  .filter((family) => family.models.length > 0)
  .flatMap((family) => {
    const passport: Passport = {
      models: family.models,
      flags: { [id]: true },
      options: { [id]: { family: family.id } },
      ...(family.fallback === true && { priority: -1 }),
      ...(family.serviceTokens !== undefined && { serviceTokens: family.serviceTokens }),
      source: `think-tags: family ${family.id}`,
    }
    const opened = (family.openedBy ?? []).map((provider) => ({
      ...passport,
      provider,
      options: { [id]: { family: family.id, startsInReasoning: false } },
      source: `think-tags: family ${family.id}, as ${provider} serves it`,
    }))
    return [...opened, passport]
  })
