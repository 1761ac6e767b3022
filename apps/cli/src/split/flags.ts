import type { AdapterFlags } from '../adapters/options.ts'

/** Flags that determine how the input is split. */
export interface MachineFlags extends AdapterFlags {
  wire?: string
  framing?: string
  start?: 'reasoning' | 'answer' | 'unknown'
  prefill?: string
}

export interface SplitFlags extends MachineFlags {
  show?: string
  json?: boolean
  parts?: boolean
  choice?: number
  quiet?: boolean
}
