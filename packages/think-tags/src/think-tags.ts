import {
  definePlugin,
  parseOptions,
  SPEC_VERSION,
  type Capabilities,
  type JsonValue,
  type Passport,
  type Signal,
  type StreamContext,
  type TextAdapter,
} from '@reason/core'
import type { Config } from './config.ts'
import { findFamily, type Family } from './families/family.ts'
import { families } from './families/index.ts'
import { thinkTagsOptions, type CheckedOptions, type ThinkTagsOptions } from './options.ts'
import { createProtocol, type Protocol } from './protocol.ts'
import { createThinkTagsSplitter } from './splitter.ts'
import { resolveStart } from './start.ts'

const id = 'think-tags'

/**
 * Splits text in which tags set reasoning apart from the answer.
 *
 * Options win over the family that `family` or `model` names, or else over that of the model a stream is for. Without any of them
 * the common thinking tags count, and the text begins in the answer.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function thinkTags(options: ThinkTagsOptions = {}): TextAdapter {
  const own = parseOptions(thinkTagsOptions, options, id)
  const protocols = createProtocols(own)
  const { config } = protocols.of({})
  return {
    kind: 'text',
    id,
    specVersion: SPEC_VERSION,
    capabilities: capabilitiesOf(config),
    passports,
    signals: signalsOf(config),
    createSplitter(context = {}) {
      const { protocol, family } = protocols.choose(context)
      return createThinkTagsSplitter(protocol, resolveStart(protocol.config, family, context))
    },
  }
}

export default definePlugin({ specVersion: SPEC_VERSION, id, options: thinkTagsOptions, create: thinkTags })

/** Options are made ready once for each family that is met, not for each stream. */
function createProtocols(own: CheckedOptions) {
  const ready = new Map<Family | undefined, Protocol>()
  const fromPassport = new WeakMap<object, CheckedOptions>()
  return { of, choose }

  function choose(context: StreamContext): { protocol: Protocol; family: Family | undefined } {
    const { options } = context
    if (options === undefined || options === null) {
      const family = familyOf(own, context.model)
      return { protocol: of({ family }), family }
    }
    const merged = { ...own, ...checked(options) }
    const family = familyOf(merged, context.model)
    // A passport that only names a family says no more than the family does.
    const says = Object.keys(checked(options)).some((key) => key !== 'family' && key !== 'model')
    return { protocol: says ? createProtocol(withFamily(merged, family)) : of({ family }), family }
  }

  function of({ family = familyOf(own, undefined) }: { family?: Family | undefined }): Protocol {
    let protocol = ready.get(family)
    if (protocol === undefined) {
      protocol = createProtocol(withFamily(own, family))
      ready.set(family, protocol)
    }
    return protocol
  }

  function checked(options: JsonValue): CheckedOptions {
    if (typeof options !== 'object' || options === null) return parseOptions(thinkTagsOptions, options, id)
    let known = fromPassport.get(options)
    if (known === undefined) {
      known = parseOptions(thinkTagsOptions, options, id)
      fromPassport.set(options, known)
    }
    return known
  }
}

/** The family that was named; else that of the model, unless the tags themselves were given. */
function familyOf(options: CheckedOptions, streamModel: string | undefined): Family | undefined {
  if (options.family !== undefined) return families.find((family) => family.id === options.family)
  const model = options.model ?? (options.startTag === undefined && options.endTag === undefined ? streamModel : undefined)
  return model === undefined ? undefined : findFamily(families, model)
}

function withFamily(own: CheckedOptions, family: Family | undefined): CheckedOptions {
  if (family === undefined) return own
  // Tags come as a pair: half of the family's beside half of the caller's would fit nothing.
  const { startTag, endTag, ...others } = family.options
  const tags = own.startTag === undefined && own.endTag === undefined ? { startTag, endTag } : {}
  return Object.fromEntries(Object.entries({ ...others, ...tags, ...own }).filter(([, value]) => value !== undefined))
}

function capabilitiesOf(config: Config): Capabilities {
  const waits =
    config.startsInReasoning === 'hold' ||
    config.orphanClose === 'reclassify' ||
    config.unclosed === 'answer' ||
    config.markerOccurrence === 'last' ||
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

function signalsOf({ openers, closers }: Config): Signal[] {
  return [
    ...openers.filter((tag) => typeof tag === 'string').map((text) => ({ text })),
    ...closers.filter((tag) => typeof tag === 'string').map((text): Signal => ({ text, before: 'reasoning' })),
  ]
}

/** What the family table says of models, in the registry's words. */
const passports: readonly Passport[] = families
  .filter((family) => family.models.length > 0)
  .map((family) => ({
    models: family.models,
    flags: { [id]: true },
    options: { [id]: { family: family.id } },
    ...(family.serviceTokens !== undefined && { serviceTokens: family.serviceTokens }),
    source: `think-tags: family ${family.id}`,
  }))
