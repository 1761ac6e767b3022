import { createConfig, type CompleteOptions, type ConfigOptions } from './config.ts'
import { table, type DelimiterTable } from './delimiter.ts'
import { createTables, type Tables } from './tables.ts'
import { literals } from './tag-matchers.ts'
import type { Whitespace } from './output/writer.ts'

/** Options compiled for use. Has no state, so all splitters with the same options share it. */
export interface Protocol {
  config: CompleteOptions
  tables: Tables
  /** Labels that may directly follow an opener. */
  labels: DelimiterTable | undefined
  /** Whitespace to drop at each place. */
  drop: Record<'beforeOpen' | 'afterOpen' | 'beforeClose' | 'afterClose', Whitespace>
  /** Whether the beginning of an answer has a state of its own. */
  hasLead: boolean
  /** Whether the beginning of a text that starts in reasoning has a state of its own. */
  hasEcho: boolean
  /** Whether an opener that is never closed is text. */
  openersAreText: boolean
  /** Variant for an answer that its server has already split: an unclosed opener is text, and so is a closer inside a sentence. */
  afterSplit(): Protocol
  /** Variant for an answer whose reasoning came in a field: a tag in another spelling is part of the answer. */
  exactTags(): Protocol
  /** Like `exactTags`, and an unclosed opener is text. */
  exactPairs(): Protocol
  /** Variant for an answer that is read as a whole: an unclosed block is the answer. */
  asWhole(): Protocol
}

/** @param isModels - As in `createConfig`. */
export function createProtocol(options: ConfigOptions, isModels: boolean, openersAreText = false): Protocol {
  const config = createConfig(options, isModels)
  const { trim, opener, startLabels, answerOpen, answerTags, firstOpeners, contentStrip, openers } = config
  let exactTags: Protocol | undefined
  let afterSplit: Protocol | undefined
  let asWhole: Protocol | undefined
  let exactPairs: Protocol | undefined
  return {
    config,
    tables: createTables(config, openersAreText),
    labels: startLabels.length === 0 ? undefined : table(literals('label', startLabels)),
    drop: {
      beforeOpen: opener === 'leading' || trim.has('beforeOpen') ? 'all' : 'none',
      afterOpen: trim.has('afterOpen') ? 'all' : 'none',
      beforeClose: trim.has('beforeClose') ? 'all' : trim.has('newline1BeforeClose') ? 'newline' : 'none',
      afterClose: trim.has('afterClose') ? 'all' : trim.has('newline1AfterClose') ? 'newline' : 'none',
    },
    hasLead: opener === 'leading' || answerOpen.length + startLabels.length + answerTags.open.length + firstOpeners.length > 0,
    openersAreText,
    hasEcho: openers.length + contentStrip.length + answerOpen.length + startLabels.length > 0,
    asWhole: () => (asWhole ??= createProtocol({ ...options, unclosed: 'answer' }, isModels)),
    exactTags: () => (exactTags ??= createProtocol({ ...options, caseInsensitive: false }, isModels)),
    exactPairs: () =>
      (exactPairs ??= createProtocol({ ...options, caseInsensitive: false, unclosed: 'answer', codeAware: true }, isModels, true)),
    afterSplit: () =>
      (afterSplit ??= createProtocol(
        { ...options, caseInsensitive: false, unclosed: 'answer', orphanClose: 'between', codeAware: true },
        isModels,
        true,
      )),
  }
}
