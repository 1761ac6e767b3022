import type { TextAdapter } from '../adapter.ts'
import type { StreamContext } from '../splitter.ts'
import { createChoiceSplitter, type ChoiceSplitter } from './choice-splitter.ts'
import { joined } from './join-parts.ts'
import { createRepetitionFilter } from './repeated-reasoning.ts'
import type { Stage } from './stage.ts'

export { additionalReasoning } from './choice-splitter.ts'

export interface SplitStageOptions {
  adapter: TextAdapter
  context?: StreamContext
}

/**
 * Splits the answer text from a wire reader, with one splitter per choice.
 *
 *   wire:  reasoning 0 │ answer 1 "<think>a</think>b" │ call 0
 *   out:   reasoning 0 │ reasoning 1 "a" │ answer 2 "b" │ call 0
 *
 * Renumbers blocks and calls. A block that was split off names its source in `from`. Several answer blocks of the wire stay separate. Reasoning from a
 * field stays a separate block. The first reasoning block from the text then begins with a heading, so that the joined text is readable. Refusals and
 * tool text are not split. Reasoning that is in a field and in the text comes once.
 */
export function createSplitStage(options: SplitStageOptions): Stage {
  const choices = new Map<number, ChoiceSplitter>()

  return {
    push(part) {
      if (part.type !== 'end') return choiceOf(part.choice ?? 0).push(part)
      return [...[...choices.values()].flatMap((choice) => choice.finish()), part]
    },
    decide: (reason) => [...choices.values()].flatMap((choice) => choice.decide(reason)),
    isUndecided: () => [...choices.values()].some((choice) => choice.isUndecided()),
    passes: (part) => choices.get(part.choice ?? 0)?.passes(part) === true,
  }

  function choiceOf(index: number): ChoiceSplitter {
    let choice = choices.get(index)
    if (choice === undefined) choices.set(index, (choice = withoutRepetitions(createChoiceSplitter(options, index), index)))
    return choice
  }
}

function withoutRepetitions(splitter: ChoiceSplitter, index: number): ChoiceSplitter {
  const filter = createRepetitionFilter(index === 0 ? {} : { choice: index })
  return {
    push: (part) => filter.push(splitter.push(part)),
    finish: () => joined(filter.push(splitter.finish()), filter.end()),
    decide: (reason) => filter.push(splitter.decide(reason)),
    isUndecided: splitter.isUndecided,
    passes: (part) => filter.passes() && splitter.passes(part),
  }
}
