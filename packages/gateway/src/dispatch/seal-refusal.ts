/**
 * How providers say that they cannot open what a conversation brings back sealed: OpenAI and Azure, Anthropic and who hosts its models (also
 * of blocks that are bound to what stood before them), xAI, Google. Accounts, regions and providers seal alike, and only the one that is asked can say whose a seal is not.
 */
const words = [
  /invalid_encrypted_content/,
  /encrypted content[^"]{0,200}? could not be (?:verified|decrypted)/i,
  /invalid `?signature`? in `?(?:redacted_)?thinking/i,
  // xAI, of its own that are stale, and has no code for it.
  /could not decrypt the provided encrypted_content/i,
  /could not decode the compaction blob/i,
  // vLLM, which opens none, and OpenAI of models that do not reason.
  /encrypted content is not supported/i,
  // OpenAI, of an item that another account or proxy has sealed, which it looks for among its own.
  /items are not persisted when `?store`? is set to `?false/i,
  // OpenAI, of a thought and a call that belong together, of which the client brings one.
  /was provided without its required (?:following|'?reasoning'?) item/i,
  /(?:invalid|corrupted) thought[ _]signature|thought[ _]signature is (?:invalid|not valid)/i,
]

/** Whether a request was refused for what it brought back sealed, and nothing else. @param body - Of the refusal. */
export function isOfSeals(body: readonly Buffer[]): boolean {
  // Behind JSON inside JSON stand as many backslashes as there are gateways.
  const text = Buffer.concat(body).toString('utf8').replaceAll('\\', '')
  return words.some((pattern) => pattern.test(text))
}
