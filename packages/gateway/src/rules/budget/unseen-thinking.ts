import type { Observer } from '@reason/core/pipeline'

/** Models whose answers were billed for reasoning that was not in them. */
export interface UnseenThinking {
  /** For one answer of a model. */
  observer(model: string): Observer
  /** Whether an answer of it had such reasoning lately. */
  has(model: string): boolean
}

/** Models that are remembered; the oldest goes. */
const most = 1000

/** Learns from reports of usage, which come at the end of answers: a client that leaves before has none, and may have had it think all the same. */
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
