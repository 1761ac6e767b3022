import { serves } from './models.ts'
import type { Offer } from './plan.ts'
import { modelName } from './seals.ts'
import type { RoutedUpstream } from './upstream.ts'

/** Maximum number of cached models, because requests may name anything. */
const remembered = 256

/** Finds the upstreams that serve a model, by priority. Patterns are evaluated once for each name. */
export function createCatalogue(upstreams: () => readonly RoutedUpstream[]): { offersOf(model: string): readonly Offer[]; forget(): void } {
  const known = new Map<string, readonly Offer[]>()

  return {
    offersOf(model) {
      let offers = known.get(model)
      if (offers === undefined) {
        if (known.size >= remembered) known.clear()
        known.set(model, (offers = look(model)))
      }
      return offers
    },
    forget: () => known.clear(),
  }

  function look(model: string): Offer[] {
    const served = upstreams().map((upstream) => ({ upstream, served: serves(upstream.config, model) }))
    const naming = served
      .filter((one) => one.served?.byCatchAll === false && one.served.byAnyAlias !== true)
      .map(({ upstream }) => upstream.config.id)
    const asked = modelName(model)
    const offers = served.map(({ upstream, served }): Offer => {
      const { aliases, models, priority, weight } = upstream.config
      const refused = (because: string): Offer => ({ upstream, model: asked, refused: true, because })
      if (served === undefined) return refused(`does not serve it (serves: ${[...Object.keys(aliases), ...models].join(', ')})`)
      if (served.byCatchAll && naming.length > 0)
        return refused(`is only for models that no other upstream names, and ${naming.join(', ')} names this one`)
      const name = served.model === model ? '' : `calls it ${served.model}; `
      return { upstream, model: modelName(served.model), refused: false, because: `${name}priority ${priority}, weight ${weight}` }
    })
    return offers.toSorted((a, b) => a.upstream.config.priority - b.upstream.config.priority)
  }
}
