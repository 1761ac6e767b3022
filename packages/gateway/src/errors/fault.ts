/** What a log may hold of an exception: where it was thrown. Its properties may hold what a model said. */
export function faultOf(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  // It repeats the text in which it found something wrong: that of a model, or of a user.
  if (error instanceof SyntaxError) return { message: 'SyntaxError', ...(stack !== undefined && { stack: placesOf(stack, message) }) }
  return { message, ...(stack !== undefined && { stack }) }
}

const placesOf = (stack: string, message: string): string => stack.replace(message, () => '')
