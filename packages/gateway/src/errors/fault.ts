/** What a log may hold of an exception. */
export interface Fault {
  message: string
  stack?: string
  /** What led to it. */
  cause?: Fault
}

/** Causes of causes: a chain may be a circle. */
const mostCauses = 3

/** What a log may hold of an exception: where it was thrown. Its properties may hold what a model said. */
export function faultOf(error: unknown, causes = mostCauses): Fault {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, cause } = error
  const because = cause instanceof Error && causes > 0 ? { cause: faultOf(cause, causes - 1) } : {}
  // It repeats the text in which it found something wrong: that of a model, or of a user.
  if (error instanceof SyntaxError)
    return { message: 'SyntaxError', ...(stack !== undefined && { stack: placesOf(stack, message) }), ...because }
  return { message, ...(stack !== undefined && { stack }), ...because }
}

const placesOf = (stack: string, message: string): string => stack.replace(message, () => '')
