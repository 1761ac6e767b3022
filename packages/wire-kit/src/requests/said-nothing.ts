/** Placeholder for an empty user message, because blank text is refused. */
export const saidNothing = '(empty message)'
