import type { Reply } from './store.ts'

type Verb<Asked> = (operation: Asked) => Promise<Reply>

/** By the verb and not by its store: one that was put in its place is asked instead. */
const immediate = new WeakMap<Verb<never>, (operation: never) => Reply>()

/**
 * A verb of a store that has its answer at once. Whoever knows can have it so: a promise costs a turn and three objects at each level that
 * waits for it.
 */
export function verb<Asked>(answer: (operation: Asked) => Reply): Verb<Asked> {
  const asked = async (operation: Asked): Promise<Reply> => answer(operation)
  immediate.set(asked, answer)
  return asked
}

/** Undefined: it has to be waited for. */
export function immediately<Asked>(asked: Verb<Asked>): ((operation: Asked) => Reply) | undefined {
  return immediate.get(asked) as ((operation: Asked) => Reply) | undefined
}
