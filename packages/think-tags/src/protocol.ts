import { createConfig, type Config } from './config.ts'
import { literal, type Matcher } from './matcher.ts'
import type { FormatOptions } from './options.ts'
import { createTables, type Tables } from './tables.ts'
import type { Whitespace } from './writer.ts'

/** Options made ready to run. Holds no state: all splitters with the same options share it. */
export interface Protocol {
  config: Config
  tables: Tables
  label: Matcher | undefined
  /** Which whitespace is dropped where. */
  drop: Record<'beforeOpen' | 'afterOpen' | 'beforeClose' | 'afterClose', Whitespace>
  /** Whether the beginning of an answer is told apart from the rest of it. */
  hasLead: boolean
  /** Whether the beginning of a text that starts in reasoning is. */
  hasEcho: boolean
}

export function createProtocol(options: FormatOptions): Protocol {
  const config = createConfig(options)
  const { trim, opener, startLabel, answerOpen, contentStrip, openers } = config
  return {
    config,
    tables: createTables(config),
    label: startLabel === undefined ? undefined : literal(startLabel),
    drop: {
      beforeOpen: opener === 'leading' || trim.has('beforeOpen') ? 'all' : 'none',
      afterOpen: trim.has('afterOpen') ? 'all' : 'none',
      beforeClose: trim.has('beforeClose') ? 'all' : trim.has('newline1BeforeClose') ? 'newline' : 'none',
      afterClose: trim.has('afterClose') ? 'all' : trim.has('newline1AfterClose') ? 'newline' : 'none',
    },
    hasLead: opener === 'leading' || answerOpen.length > 0,
    hasEcho: openers.length + contentStrip.length + answerOpen.length > 0 || startLabel !== undefined,
  }
}
