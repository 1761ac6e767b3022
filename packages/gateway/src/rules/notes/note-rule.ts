import type { GatewayConfig } from '../../settings/settings.ts'
import type { OwnRule } from '../own-rule.ts'
import { createClientNotes } from './client-notes.ts'
import { hiddenThinking, wayToSee } from './hidden-thinking.ts'
import { leftOutItems } from './left-out-items.ts'
import { madeImages } from './made-images.ts'
import { reasoningOnly } from './reasoning-only.ts'

/** Sends the client notes in addition to its answer: warnings, outcomes, signs that the model thinks, and how to get hidden reasoning and images. */
export const noteRule = ({ delivery }: Pick<GatewayConfig, 'delivery'>): OwnRule => ({
  id: 'notes',
  admit(generation) {
    const { request, wishes } = generation
    const visibility = request.excludesReasoning ? 'none' : wishes.visibility
    const clientNotes = createClientNotes(visibility)
    const mayBeSeen = (visibility === 'full' || visibility === 'summary') && delivery !== 'off'
    return {
      clientNotes,
      begin() {
        const { first, last } = madeImages(request)
        const seen = mayBeSeen ? [hiddenThinking(wayToSee(request, generation.upstream))] : []
        return {
          policies: [leftOutItems(request, visibility), reasoningOnly(), first, ...seen],
          last: [last],
          observers: [clientNotes.observer],
        }
      },
    }
  },
})
