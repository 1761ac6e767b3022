import type { Channel } from '@reason/core/parts'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import type { ClientFormat } from '../client-apis/generate/format.ts'
import type { Writing } from './answer-writer.ts'
import type { Destination } from '../dispatch/destination.ts'

/** What the client speaks, where the upstream answers that is asked now. */
export const formatFor = ({ api }: ClientRequest, { backend }: Destination): ClientFormat => backend.clients[api.id].wire

/**
 * How the answer of that upstream is written for the client.
 *
 * @param seesAll - Whether it may see all of the reasoning. Otherwise commentary does not stand in its place either.
 */
export function writingFor(
  request: ClientRequest,
  destination: Destination,
  { commentary: wanted, keepAlive }: Pick<GatewaySettings, 'commentary' | 'keepAlive'>,
  seesAll: boolean,
): Writing {
  const commentary = wanted === 'reasoning' && !seesAll ? 'drop' : wanted
  // Clients look for the name that they said; where it went on as it was, the upstream may say which version it is.
  const isAlias = destination.request.model !== request.model
  const now = Math.floor(Date.now() / 1000)
  const common = { commentary, keepAlive, now, ...(isAlias && { model: request.model }) }
  // Of the other formats few say when an answer began.
  const isSame = formatFor(request, destination) === destination.backend.wire
  return isSame ? common : { ...common, created: now }
}

/** Channels whose text stands in tags, where the client wants reasoning so. Commentary goes where the reasoning goes, unless its API has a place for it. */
export function tagged({ api, style }: ClientRequest, { commentary }: Pick<Writing, 'commentary'>): readonly Channel[] {
  if (style !== 'tags') return []
  return commentary === 'reasoning' && api.hasCommentary !== true ? ['reasoning', 'commentary'] : ['reasoning']
}

/** What the client asked to be left out. Commentary goes where the reasoning goes, unless it is shown as the answer. */
export function leftOut({ excludesReasoning }: ClientRequest, { commentary }: Pick<GatewaySettings, 'commentary'>): readonly Channel[] {
  if (!excludesReasoning) return []
  return commentary === 'answer' ? ['reasoning'] : ['reasoning', 'commentary']
}
