/** What a log may hold of an exception: where it was thrown. Its properties may hold what a model said. */
export function faultOf(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  return { message, ...(stack !== undefined && { stack }) }
}
