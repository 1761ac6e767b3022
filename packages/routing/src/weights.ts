/**
 * Puts things into a random order in which each is as likely to come first as its share of the weight, and the rest of them
 * likewise among themselves. No memory: replicas of a gateway need not agree on anything.
 *
 * @param weightOf - 0 or more. Those of weight 0 come last, as they stand.
 * @param random - 0 to below 1. Where it is the same for a thing each time, the order is too, and without one of the things the others
 * stand as they stood.
 */
export function inWeightedOrder<T>(things: readonly T[], weightOf: (thing: T) => number, random: (thing: T) => number): T[] {
  const order: T[] = []
  const times: number[] = []
  for (const thing of things) {
    const weight = weightOf(thing)
    // The earliest of several exponential clocks is each one's with the probability of its rate.
    const time = weight === 0 || things.length === 1 ? Number.POSITIVE_INFINITY : -Math.log(1 - random(thing)) / weight
    let at = order.length
    while (at > 0 && times[at - 1]! > time) at -= 1
    order.splice(at, 0, thing)
    times.splice(at, 0, time)
  }
  return order
}
