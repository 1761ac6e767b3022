import { createConfig, type Config, type ConfigOptions } from './config.ts'
import { createTables, table, literals, type Table, type Tables } from './tables.ts'
import type { Whitespace } from './writer.ts'

/** Options made ready to run. Holds no state: all splitters with the same options share it. */
export interface Protocol {
  config: Config
  tables: Tables
  /** What may stand right behind an opener. */
  labels: Table | undefined
  /** Which whitespace is dropped where. */
  drop: Record<'beforeOpen' | 'afterOpen' | 'beforeClose' | 'afterClose', Whitespace>
  /** Whether the beginning of an answer is told apart from the rest of it. */
  hasLead: boolean
  /** Whether the beginning of a text that starts in reasoning is. */
  hasEcho: boolean
  /** An opener that is never closed is text. */
  openersAreText: boolean
  /** The same for an answer that its server has split already: an opener that never closes is text, and so is a closer that stands within a sentence. */
  afterSplit(): Protocol
  /** The same for an answer whose reasoning has come in a field: a tag in another spelling is the answer's own. */
  exactTags(): Protocol
  /** The same, and an opener that is never closed is text. */
  exactPairs(): Protocol
  /** The same for an answer that is read as a whole: a block that never closes is the answer. */
  asWhole(): Protocol
}

/** @param isModels - As `createConfig` takes it. */
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
