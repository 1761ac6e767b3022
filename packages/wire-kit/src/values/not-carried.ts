/** Notes content that a format has no place for: a plural noun, such as `seals of tool calls`. */
export type NotCarried = (what: string) => void
