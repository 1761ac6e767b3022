import type { Channel } from '@reason/core/parts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import type { ClientFormat } from '../../client-apis/generate/format.ts'
import type { WritingOptions } from './answer-writer.ts'
import type { Destination } from '../../generation/destination.ts'

/** The client's format, as defined for the upstream that answers. */
export const formatFor = ({ api }: ClientRequest, { backend }: Destination): ClientFormat => backend.clientFormats[api.id].wire

/**
 * Options for writing this upstream's answer to the client.
 *
 * @param seesAll - The client may see all of the reasoning. Otherwise `commentary: 'reasoning'` drops the commentary.
 */
export function writingFor(
  request: ClientRequest,
  destination: Destination,
  { commentary: wanted, keepAlive }: Pick<GatewaySettings, 'commentary' | 'keepAlive'>,
  seesAll: boolean,
): WritingOptions {
  const commentary = wanted === 'reasoning' && !seesAll ? 'drop' : wanted
  // Clients expect the model name of their request. If the gateway did not rename the model, the upstream may report a version of it.
  const isAlias = destination.request.model !== request.model
  const now = Math.floor(Date.now() / 1000)
  const common = { commentary, keepAlive, now, ...(isAlias && { model: request.model }) }
  // Few other formats report when an answer began.
  const isSame = formatFor(request, destination) === destination.backend.wire
  return isSame ? common : { ...common, created: now }
}

/** Channels to write in tags, for clients with that reasoning style. Commentary follows the reasoning, unless the client's API has a field for it. */
export function tagged({ api, style }: ClientRequest, { commentary }: Pick<WritingOptions, 'commentary'>): readonly Channel[] {
  if (style !== 'tags') return []
  return commentary === 'reasoning' && api.hasCommentary !== true ? ['reasoning', 'commentary'] : ['reasoning']
}

/** Channels that the client excluded. Commentary is dropped with the reasoning, unless it is shown as answer. */
export function leftOut({ excludesReasoning }: ClientRequest, { commentary }: Pick<GatewaySettings, 'commentary'>): readonly Channel[] {
  if (!excludesReasoning) return []
  return commentary === 'answer' ? ['reasoning'] : ['reasoning', 'commentary']
}
