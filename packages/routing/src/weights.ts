/**
 * Shuffles things by weight: the chance of each to come first is its share of the weight, and the rest is shuffled
 * likewise. The function has no memory, so replicas of a gateway need not agree on anything.
 *
 * @param weightOf - 0 or more. Things of weight 0 come last, in their original order.
 * @param random - 0 to below 1. If it is constant for each thing, so is the order, and removing a thing keeps the order
 * of the others.
 */
export function inWeightedOrder<T>(things: readonly T[], weightOf: (thing: T) => number, random: (thing: T) => number): T[] {
  const order: T[] = []
  const times: number[] = []
  for (const thing of things) {
    const weight = weightOf(thing)
    // Among several exponential clocks, each is the earliest with a probability in proportion to its rate.
    const time = weight === 0 || things.length === 1 ? Number.POSITIVE_INFINITY : -Math.log(1 - random(thing)) / weight
    let at = order.length
    while (at > 0 && times[at - 1]! > time) at -= 1
    order.splice(at, 0, thing)
    times.splice(at, 0, time)
  }
  return order
}
