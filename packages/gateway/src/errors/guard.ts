/** Passes exceptions of a handler to `onFault`. The network calls the handlers, so an uncaught exception would end the process. */
export const createGuard =
  (onFault: (error: unknown) => void) =>
  <A extends unknown[], R>(handle: (...args: A) => R) =>
  (...args: A): R | void => {
    try {
      return handle(...args)
    } catch (error) {
      onFault(error)
    }
  }
