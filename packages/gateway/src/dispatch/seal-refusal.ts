/**
 * Errors of providers that cannot open the seals of a conversation, or miss them: OpenAI and Azure, Anthropic and the hosts of its models (also for
 * blocks that depend on the content before them), xAI, Google. Seals of other accounts, regions and providers look alike. Only the upstream
 * that gets a seal can reject it as foreign.
 */
const words = [
  /invalid_encrypted_content/,
  /encrypted content[^"]{0,200}? could not be (?:verified|decrypted)/i,
  /invalid `?(?:signature|data)`? in `?(?:redacted_)?thinking/i,
  // Anthropic and Bedrock, for thinking of another model, which has no signature.
  /\b(?:thinking\.signature|redacted_thinking\.data): field required/i,
  // Anthropic, for blocks that a client or a proxy has changed.
  /thinking`? blocks in the latest assistant message cannot be modified/i,
  // Anthropic, for a turn that continues without its thinking. Only a request with thinking off is accepted.
  /(?:expected|first block must be) [`']?thinking[`']? or [`']?redacted_thinking[`']?[,.] (?:but )?found/i,
  /each thinking block must contain thinking/i,
  // xAI, for its own seals that have expired. It sends no code.
  /could not decrypt the provided encrypted_content/i,
  /could not decode the compaction blob/i,
  // Routers that bind seals to the key that got them.
  /encrypted_content`? was not issued to this caller/i,
  // vLLM, which opens no seals, and OpenAI for models that do not reason.
  /encrypted content is not supported/i,
  // OpenAI, for an item that another account or proxy has sealed. It looks for the item among its own.
  /items are not persisted when `?store`? is set to `?false/i,
  // OpenAI, for two items of a merged history that have one id.
  /duplicate item found with id/i,
  // OpenAI, for the ids and the readable reasoning of other servers.
  /expected an id that begins with/i,
  /\.content'?: array too long\. expected an array with maximum length 0\b/i,
  // Meta and routers, for items that they no longer keep.
  /reasoning item [^"]{0,200}?(?:was )?not found/i,
  // OpenAI, for a reasoning item and a call that belong together, if the client sends only one of them.
  /was provided without its required (?:following|'?reasoning'?) item/i,
  /(?:invalid|corrupted) thought[ _]signature|thought[ _]signature is (?:invalid|not valid)/i,
]

/** True if a request was refused for its seals. @param body - Body of the refusal. */
export function isOfSeals(body: readonly Buffer[]): boolean {
  // Each gateway on the way nests the error in JSON once more, which adds backslashes.
  const text = Buffer.concat(body).toString('utf8').replaceAll('\\', '')
  return words.some((pattern) => pattern.test(text))
}
