import type { Observer } from '@reason/core/pipeline'

/** Models whose recent answers had reasoning. */
export interface SeenThinking {
  /** Observes one answer of a model. */
  observer(model: string): Observer
  /** Whether recent answers of the model had reasoning, or a bill for reasoning that was not in them. */
  of(model: string): 'shown' | 'hidden' | undefined
}

/** Most models remembered. The first is dropped, and learnt again from its next answer. */
const most = 1000

/** Learns from answers that reach their end. A client that disconnects early gets no report, although the model may have thought. */
export function createSeenThinking(): SeenThinking {
  const models = new Map<string, 'shown' | 'hidden'>()

  return { observer, of: (model) => models.get(model) }

  function observer(model: string): Observer {
    let isSeen = false
    let isShown = false
    return {
      id: 'seen-thinking',
      when: 'before-policy',
      types: ['block-start', 'usage', 'finish'],
      onPart(part) {
        if (part.type === 'block-start' && part.channel === 'reasoning') {
          isSeen = true
          isShown ||= part.kind !== 'hidden' && part.kind !== 'summary'
        } else if (part.type === 'usage') {
          const { reasoning } = part.usage
          if (!isShown && reasoning?.source === 'reported' && reasoning.value > 0) remember(model, 'hidden')
        } else if (part.type === 'finish' && isSeen) remember(model, models.get(model) ?? 'shown')
      },
    }
  }

  function remember(model: string, how: 'shown' | 'hidden'): void {
    if (models.get(model) === how) return
    models.set(model, how)
    if (models.size > most) models.delete(models.keys().next().value!)
  }
}
