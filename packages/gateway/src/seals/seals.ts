import type { SealPlaces } from '@reason/core/wire'
import type { Metrics } from '@reason/metrics'
import {
  attachSeal,
  digestOfSealed,
  keptFields,
  reopenInSteps,
  withCallIds,
  type CallReferences,
  type KeptFields,
  type SealContext,
  type Sealer,
} from '@reason/seals'
import type { KeyRecord, Visibility } from '@reason/keys'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import type { Steps } from '@reason/wire-kit'
import type { WithheldContent } from '../errors/withheld-text.ts'

/** The same for all conversations of a gateway. */
export interface SealRules extends Pick<GatewayConfig, 'sealCarrier' | 'callIds' | 'commentary'> {
  sealer(): Sealer
  metrics: Pick<Metrics, 'sealsLost'>
  /** Some upstreams issue seals, which they need back. */
  givesSeals: boolean
  references: CallReferences
  /** Fields in which clients send seals back, by client format. */
  placesOf(format: string): SealPlaces | undefined
}

/** Creates the actual sealer on first use, for answers that have something to seal. */
const whenUsed = (sealer: () => Sealer): Sealer => ({
  seal: (...given) => sealer().seal(...given),
  open: (...given) => sealer().open(...given),
})

function* followed<First, Result>(steps: Steps<First>, then: (first: First) => Result): Steps<Result> {
  return then(yield* steps)
}

/** Content that errors of the upstream may not reveal to this client. */
export const secretOf = (visibility: Visibility, sealing: Sealing | undefined): WithheldContent =>
  visibility === 'full' ? 'nothing' : sealing?.hasOpened() === true ? 'history' : 'output'

/**
 * Chooses where seals travel. Most clients send back the field that their format has for seals. Some keep nothing but calls. So the ids of
 * calls also refer to seals, until the conversation shows that the client keeps the field.
 */
function carrierFor({ areLost, inBlocks }: SealPlaces, sealCarrier: SealRules['sealCarrier'], kept: KeptFields): SealRules['sealCarrier'] {
  if (areLost === true) return sealCarrier
  return sealCarrier !== 'field' && kept !== 'all' && inBlocks === true ? 'both' : 'field'
}

/** Formats in which a client may have got seals before. */
const formerClients: readonly ClientRequest['api']['id'][] = ['openai-chat', 'openai-responses', 'anthropic-messages']

/** Reasons for lost seals that are counted separately. */
const losses: ReadonlySet<string> = new Set(['damaged', 'foreign', 'expired'])

/**
 * The sealing of a conversation. Seals that a client sends back are opened even without tools: agents omit them at the end of a tool loop,
 * or when they ask for a title. No seal is added if none is needed later: the request offers no tools, and the upstream issues no seals.
 */
export function sealingOf(
  { api, model, tools, choices, style }: Pick<ClientRequest, 'api' | 'model' | 'tools' | 'choices' | 'style'>,
  visibility: Visibility,
  key: KeyRecord | undefined,
  { sealer, metrics, givesSeals, sealCarrier, callIds, commentary, references, placesOf }: SealRules,
): Sealing {
  const places = placesOf(api.id) ?? {}
  const areLost = places.areLost === true
  const isWanted = tools.length > 0 || givesSeals
  // Reasoning in tags, or dropped reasoning, has no field that could bring its seals back.
  const shown = style === undefined ? visibility : 'none'
  // No id of a key has a blank, so that no team is taken for a key.
  const tenant = key?.team === undefined ? (key?.id ?? '') : `team ${key.team}`
  const context: SealContext = { instance: 'reason', tenant, client: api.id, formerClients, model }
  let kept: KeptFields = 'nothing'
  let counted = false
  let hasOpened = false
  let hasLost = false
  let before: string | undefined
  return {
    hasOpened: () => hasOpened,
    hasLost: () => hasLost,
    reopen(brought) {
      const conversation = withCallIds(brought, references)
      return followed(reopenInSteps(conversation, { sealer: whenUsed(sealer), context }), (opened) => {
        kept = keptFields(conversation)
        // Each upstream of a request opens the seals again, so losses are counted once. Lost seals never reached the model, so their digest is dropped.
        before = opened.reports.some(({ outcome }) => outcome === 'lost') ? undefined : digestOfSealed(conversation)
        const reports = counted ? [] : opened.reports
        counted = true
        hasOpened ||= opened.reports.some(({ outcome }) => outcome !== 'lost')
        hasLost ||= opened.reports.some(({ outcome }) => outcome === 'lost')
        for (const { outcome, reason = '' } of reports)
          if (outcome === 'lost') metrics.sealsLost(1, losses.has(reason) ? reason : 'unreadable')
        return opened.conversation
      })
    },
    attach: (record, isWantedBack) =>
      attachSeal({
        sealer: whenUsed(sealer),
        context,
        places,
        visibility: shown,
        record,
        choices,
        commentary,
        carrier: carrierFor(places, sealCarrier, kept),
        keepsBlocks: !areLost && kept === 'blocks',
        isWantedBack,
        before,
        // If ids are only a second place, they stay short: clients of Messages use them in file names.
        references: areLost && callIds === 'whole' ? undefined : references,
        sealsEarly: style !== 'tags',
      }),
    isWanted,
    isNeeded: (format) => isWanted && (shown !== 'full' || api.id !== format || areLost),
  }
}
