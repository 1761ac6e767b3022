import type { Foreign } from './applications.ts'

/** Cells that fail, by their names, and why. One that works again has to be taken off. */
export const knownFailures: Readonly<Record<string, string>> = {}

/** Where the seals of the upstream do not come back with what the client was given. Everywhere else they do. */
export const lostSeals: Readonly<Record<string, string>> = {}

/** Fields nobody knows that do not come through, by endpoint and by the objects that they stand in; whole and streamed. */
export const lostFields: Readonly<Record<Foreign, Readonly<Record<'whole' | 'stream', readonly string[]>>>> = {
  'openai-chat': { whole: [], stream: [] },
  'openai-responses': { whole: ['x_summary'], stream: ['x_summary', 'x_output'] },
  'anthropic-messages': { whole: [], stream: [] },
}
