import type { Observer } from '@reason/core/pipeline'

/** Models whose answers were billed for reasoning that was not in them. */
export interface UnseenThinking {
  /** Observes one answer of a model. */
  observer(model: string): Observer
  /** True if a recent answer of the model had such reasoning. */
  has(model: string): boolean
}

/** Most models remembered. The oldest is dropped. */
const most = 1000

/** Learns from usage reports, which come at the end of answers. A client that disconnects early gets no report, although the model may have thought. */
export function createUnseenThinking(): UnseenThinking {
  const models = new Set<string>()

  return { observer, has: (model) => models.has(model) }

  function observer(model: string): Observer {
    let isShown = false
    return {
      id: 'unseen-thinking',
      when: 'before-policy',
      types: ['block-start', 'usage'],
      onPart(part) {
        if (part.type === 'block-start') isShown ||= part.channel === 'reasoning' && part.kind !== 'hidden' && part.kind !== 'summary'
        else if (part.type === 'usage') {
          const { reasoning } = part.usage
          if (!isShown && reasoning?.source === 'reported' && reasoning.value > 0) remember(model)
        }
      },
    }
  }

  function remember(model: string): void {
    models.delete(model)
    models.add(model)
    if (models.size > most) models.delete(models.values().next().value!)
  }
}
