import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer, Message } from '@reason/core/conversation'
import { assertBody, isLoose, isText, type Loose } from '@reason/wire-kit'
import { readKnobs } from '../../shared/knobs.ts'
import { fieldOf, keep } from '../../shared/request-fields.ts'
import { WIRE } from '../wire.ts'
import { toExtra } from './extras.ts'
import { thinkingPaths } from './paths.ts'
import { readPiece } from './pieces.ts'
import { readContents } from './read-contents.ts'
import { readSettings } from './settings.ts'
import { readTools } from './tools.ts'

/**
 * Reads the body of a generateContent request. The model is part of the URL, so it comes from `source` if the body does
 * not name it. `extra` keeps the settings as they were written: the writer uses them as long as they match the
 * conversation.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readGeminiRequest(body: unknown, source: WireSource = {}): Conversation {
  assertBody(body, 'a Gemini request')
  const model = source.model ?? (isText(body.model) ? body.model.replace(/^models\//, '') : undefined)
  const issuer: Issuer = { ...source, wire: WIRE, ...(model !== undefined && { model }) }
  const { contents, tools } = body
  const system = fieldOf(body, 'systemInstruction')
  const instruction = readInstruction(system)
  const knobs = readKnobs(body, thinkingPaths)
  return {
    ...(model !== undefined && { model }),
    origin: issuer,
    messages: [...instruction, ...(Array.isArray(contents) ? readContents(contents, issuer) : [])],
    ...(Array.isArray(tools) && { tools: readTools(tools) }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...readSettings(body),
    extra: toExtra(
      keep(body, [
        ...(Array.isArray(contents) && contents.every(isLoose) ? ['contents'] : []),
        ...(instruction.length > 0 ? ['systemInstruction'] : []),
        ...(Array.isArray(tools) ? ['tools'] : []),
      ]),
    ),
  }
}

function readInstruction(value: unknown): Message[] {
  if (!isLoose(value) || !Array.isArray(value.parts) || value.parts.length === 0) return []
  const content: Loose = keep(value, ['parts'])
  return [{ role: 'system', content: value.parts.map(readPiece), extra: toExtra({ $content: content }) }]
}
