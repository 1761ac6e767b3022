import type { AdapterFlags } from '../adapters/options.ts'

export interface SplitFlags extends AdapterFlags {
  wire?: string
  framing?: string
  start?: 'reasoning' | 'answer' | 'unknown'
  prefill?: string
  show?: string
  json?: boolean
  parts?: boolean
  choice?: number
  quiet?: boolean
}
