import { noParts, type Part } from '../parts.ts'
import type { Splitter } from '../splitter.ts'

/**
 * Wraps a splitter. Forwards every method to the inner splitter, so that none is forgotten, such as how a text ends, or whether it is in code.
 *
 * @param of - Transforms the inner splitter's parts.
 * @param own - Methods to override. Must contain `passes` if the wrapper can forward text unchanged, because the wrapper may need to see the text.
 * Default of `passes`: never sure.
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
