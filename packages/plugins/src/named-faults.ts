import { ReasonError, type Part, type Splitter, type TextAdapter } from '@reason/core'

/**
 * Wraps a third-party adapter so that its errors name it. Otherwise a splitter that throws, or returns no parts, would
 * look like an error of the program. The text is never the cause, because no text may make a splitter throw.
 *
 * @param name - Name of its package or file.
 * @returns An adapter whose splitters throw a `ReasonError` with the code `REASON_INVALID_PLUGIN`.
 */
export function withNamedFaults(adapter: TextAdapter, name: string): TextAdapter {
  // Copies field by field, as a class instance inherits some of its members.
  const { kind, id, specVersion, capabilities, passports, signals } = adapter
  return {
    kind,
    id,
    specVersion,
    capabilities,
    ...(passports && { passports }),
    ...(signals && { signals }),
    ...(adapter.match && { match: (query) => adapter.match!(query) }),
    ...(adapter.start && { start: (context) => attempt(() => adapter.start!(context)) }),
    createSplitter: (context) => guard(attempt(() => adapter.createSplitter(context))),
  }

  function guard(splitter: Splitter): Splitter {
    const parts = (call: () => readonly Part[]): readonly Part[] =>
      attempt(() => {
        const given = call()
        if (!Array.isArray(given)) throw new TypeError(`it gave ${typeof given} instead of a list of parts`)
        return given
      })
    return {
      push: (text) => parts(() => splitter.push(text)),
      end: (ending) => parts(() => splitter.end(ending)),
      ...(splitter.decide && { decide: (reason) => parts(() => splitter.decide!(reason)) }),
      ...(splitter.isUndecided && { isUndecided: () => attempt(() => splitter.isUndecided!()) }),
      ...(splitter.isInCode && { isInCode: () => attempt(() => splitter.isInCode!()) }),
      ...(splitter.passes && { passes: (text) => attempt(() => splitter.passes!(text)) }),
      ...(splitter.state && { state: () => attempt(() => splitter.state!()) }),
    }
  }

  function attempt<T>(call: () => T): T {
    try {
      return call()
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      const message = `The adapter of ${name} failed: ${cause}. Report it to its author.`
      throw new ReasonError('REASON_INVALID_PLUGIN', message, { cause: error })
    }
  }
}
