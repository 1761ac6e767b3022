import type { GatewayConfig } from '../../settings/settings.ts'
import type { OwnRule } from '../own-rule.ts'
import { createTold } from './client-notes.ts'
import { hiddenThinking, wayToSee } from './hidden-thinking.ts'

/** Sends the client notes beside its answer: warnings, outcomes, signs that a model thinks, and how to see reasoning that a provider hides. */
export const noteRule = ({ delivery }: Pick<GatewayConfig, 'delivery'>): OwnRule => ({
  id: 'notes',
  admit(generation) {
    const { request, wishes } = generation
    const visibility = request.excludesReasoning ? 'none' : wishes.visibility
    const told = createTold(visibility)
    const mayBeSeen = (visibility === 'full' || visibility === 'summary') && delivery !== 'off'
    return {
      told,
      begin() {
        if (!mayBeSeen) return { observers: [told.observer] }
        const way = wayToSee(request, generation.upstream)
        return { policies: [hiddenThinking(way)], observers: [told.observer] }
      },
    }
  },
})
