import { parseOptions, type StreamContext, type TextAdapter } from '@reason/core'
import { harmonyConfig, type HarmonyConfig, type HarmonyOptions } from './config.ts'
import { passports, signals } from './passports.ts'
import { createHarmonySplitter } from './splitter.ts'

/**
 * Adapter for Harmony, the format of gpt-oss: `analysis` is reasoning, `commentary` is commentary, `final` is the answer. A message with a recipient is
 * a tool call, named as the model wrote it (`functions.get_weather`).
 */
export function harmony(options: HarmonyOptions = {}): TextAdapter {
  const config = parseOptions(harmonyConfig, options, 'harmony')
  const ofPassports = new WeakMap<object, HarmonyConfig>()
  return {
    kind: 'text',
    id: 'harmony',
    specVersion: 1,
    capabilities: {
      streaming: true,
      multipleReasoningBlocks: true,
      toolCalls: true,
      commentary: true,
      turnEnd: true,
      conservation: true,
      monotone: true,
      structuralTokens: true,
    },
    passports,
    signals,
    createSplitter: (context = {}) => createHarmonySplitter(configFor(context), context),
  }

  /** Adds a passport's options where the user has set none. Parsed once per passport, not per stream. */
  function configFor({ options: ofModel }: StreamContext): HarmonyConfig {
    if (typeof ofModel !== 'object' || ofModel === null || Array.isArray(ofModel)) return config
    let own = ofPassports.get(ofModel)
    if (own === undefined) ofPassports.set(ofModel, (own = parseOptions(harmonyConfig, { ...ofModel, ...options }, 'harmony')))
    return own
  }
}
