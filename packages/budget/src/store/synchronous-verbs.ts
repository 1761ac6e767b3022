import type { StoreReply } from './store.ts'

type Verb<Asked> = (operation: Asked) => Promise<StoreReply>

/** Synchronous forms by verb, not by store, so that a replaced verb is called itself. */
const immediate = new WeakMap<Verb<never>, (operation: never) => StoreReply>()

/**
 * Makes an asynchronous verb whose answer is also available synchronously, by `immediately`. A promise costs a turn and three objects
 * at each level that awaits it.
 */
export function verb<Asked>(answer: (operation: Asked) => StoreReply): Verb<Asked> {
  const asked = async (operation: Asked): Promise<StoreReply> => answer(operation)
  immediate.set(asked, answer)
  return asked
}

/** Returns the synchronous form of a verb. Undefined if it has only the asynchronous one. */
export function immediately<Asked>(asked: Verb<Asked>): ((operation: Asked) => StoreReply) | undefined {
  return immediate.get(asked) as ((operation: Asked) => StoreReply) | undefined
}
