import type { Observer } from '@reason/core/pipeline'

/** Models whose recent answers had reasoning. */
export interface SeenThinking {
  /** Observes one answer of a model. */
  observer(model: string): Observer
  /** True if a recent answer of the model had reasoning, shown or not. */
  thinks(model: string): boolean
  /** True if a recent answer of the model was billed for reasoning that was not in it. */
  hides(model: string): boolean
}

/** Most models remembered. The oldest is dropped. */
const most = 1000

/** Learns from answers that reach their end. A client that disconnects early gets no report, although the model may have thought. */
export function createSeenThinking(): SeenThinking {
  /** Whether each model that thinks hides it. */
  const models = new Map<string, boolean>()

  return { observer, thinks: (model) => models.has(model), hides: (model) => models.get(model) === true }

  function observer(model: string): Observer {
    let isSeen = false
    let isShown = false
    return {
      id: 'seen-thinking',
      when: 'before-policy',
      types: ['block-start', 'usage', 'finish'],
      onPart(part) {
        if (part.type === 'block-start') {
          isSeen ||= part.channel === 'reasoning'
          isShown ||= part.channel === 'reasoning' && part.kind !== 'hidden' && part.kind !== 'summary'
        } else if (part.type === 'usage') {
          const { reasoning } = part.usage
          if (!isShown && reasoning?.source === 'reported' && reasoning.value > 0) remember(model, true)
        } else if (part.type === 'finish' && isSeen) remember(model, false)
      },
    }
  }

  function remember(model: string, hides: boolean): void {
    const hid = models.get(model) === true
    models.delete(model)
    models.set(model, hides || hid)
    if (models.size > most) models.delete(models.keys().next().value!)
  }
}
