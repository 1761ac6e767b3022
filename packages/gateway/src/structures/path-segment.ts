/** Decodes a part of a path. An invalid one stays as the client sent it. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
