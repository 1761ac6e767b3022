import { definePlugin } from '@reason/core'
import { harmony } from './adapter.ts'
import { harmonyConfig } from './config.ts'

export { harmony } from './adapter.ts'
export { harmonyConfig, type HarmonyConfig, type HarmonyDialect, type HarmonyOptions } from './config.ts'
export type { Role } from './headers/header.ts'
export { inChannels } from './in-channels.ts'
export { canonicaliseHistory, type HarmonyHistoryOptions } from './prompts/history.ts'
export type { HarmonyMessage } from './messages/message.ts'
export { orStripped } from './or-stripped.ts'
export { parse } from './prompts/parse.ts'
export { passports, signals } from './passports.ts'
export { render, type RenderOptions } from './prompts/render.ts'

export default definePlugin({ specVersion: 1, id: 'harmony', options: harmonyConfig, create: harmony })
