import type { Foreign } from './applications.ts'

/** Reasons of failing cells, by name. A cell that works again must be removed. */
export const knownFailures: Readonly<Record<string, string>> = {}

/** Cells in which the upstream's seals do not come back from the client. In all others they do. */
export const lostSeals: Readonly<Record<string, string>> = {}

/** Unknown fields that do not reach the client, by endpoint and by the object that contains them, for whole answers and streams. */
export const lostFields: Readonly<Record<Foreign, Readonly<Record<'whole' | 'stream', readonly string[]>>>> = {
  'openai-chat': { whole: [], stream: [] },
  'openai-responses': { whole: ['x_summary'], stream: ['x_summary', 'x_output'] },
  'anthropic-messages': { whole: [], stream: [] },
}
