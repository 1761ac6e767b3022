import { noParts, type Part } from './parts.ts'
import type { Splitter } from './splitter.ts'

/**
 * A splitter around another one. Each method goes to the inner one, so that none is forgotten: how a text ends, or whether it stands in code.
 *
 * @param of - What becomes of its parts.
 * @param own - Methods that do something else. `passes` has to be here, as the outer one may need to see the text. Default: never sure.
 */
export const aroundSplitter = (
  inner: Splitter,
  of: (parts: readonly Part[]) => readonly Part[],
  own: Partial<Splitter> = {},
): Splitter => ({
  push: (text) => of(inner.push(text)),
  end: (ending) => of(inner.end(ending)),
  decide: (reason) => of(inner.decide?.(reason) ?? noParts),
  isUndecided: () => inner.isUndecided?.() === true,
  isInCode: () => inner.isInCode?.() === true,
  state: () => inner.state?.() ?? null,
  ...own,
})
