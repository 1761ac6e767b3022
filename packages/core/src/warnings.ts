/**
 * Every anomaly that our own packages report, in a few words. `warnings.md` and `policy-warnings.md` of `docs/reference` have causes and remedies. A
 * test keeps the lists equal. A separate entry (`@reason/core/warnings`), because only programs that report warnings need the texts.
 */
export const warningCodes = {
  // Delimiters (tags, markers)
  unclosed: 'The stream ended inside the reasoning.',
  'unclosed-as-answer': 'The stream ended inside the reasoning, which became the answer as configured.',
  'orphan-close': 'A closing tag came outside the reasoning.',
  'orphan-reclassified': 'A closing tag without an opening one made the text before it reasoning.',
  'late-closer': 'A closing tag shows that the text before it was reasoning, which had been shown as the answer.',
  'tool-text': 'A tool call in text form stays in the answer.',
  'hold-limit': 'Held text reached its limit.',
  'marker-missing': 'The final-answer marker never came.',

  // Choice of a format
  fallback: 'No structure came in time.',
  'late-structure': 'Structure came after the fallback.',

  // Harmony
  'unlabelled-text': 'Text stood before any header.',
  'header-without-message': 'A header had no message token; its rest is the body.',
  'implicit-start': 'A message began without its start token.',
  'loose-text': 'Text stood outside of messages and was left out.',
  'stray-token': 'A structural token came at a place where it has no meaning.',
  'damaged-token': 'A structural token was misspelt; it was read as the correct one.',
  'damaged-analysis': 'A misspelt header named analysis; its message is hidden.',
  'duplicate-channel': 'A header named more than one channel.',
  'repeated-recipient': 'A header named more than one recipient; the first counts.',
  'unknown-channel': 'A channel is unknown; its text is hidden.',
  'channel-in-role': 'A channel came in place of the role.',
  'missing-channel': 'A message had no channel.',
  'odd-content-type': 'A content type is unknown.',
  'unterminated-message': 'A message was not ended before the next one.',
  'cut-header': 'The stream ended inside a header.',
  'foreign-role': 'A message of another role was dropped.',
  'no-structure': 'The text had no structure; it is the answer.',
  'odd-terminator': 'A message ended with an unusual terminator.',
  'resolved-tool': 'A malformed tool name was resolved to an offered one.',

  // Wires
  'invalid-json': 'A frame was not JSON.',
  'invalid-frame': 'A frame broke the rules of its framing.',
  'unknown-event': 'An event is not of the format.',
  'wrong-type': 'A field had an unexpected type.',
  'duplicate-carrier': 'Reasoning came in two fields that differ; the first counts.',
  'text-differs': 'A complete text differs from its pieces; the pieces count.',
  'missing-finish': 'The stream ended without a finish reason.',
  'late-part': 'A part came after the finish.',
  'implausible-usage': 'A token count is impossible.',
  'not-carried': 'The format has no field for it.',
  'reasoning-hidden': 'The provider does not show its reasoning.',
  'image-left-out': 'The model made an image that the client does not get.',
  'item-left-out': 'The answer has an item that the API of the client has no field for.',
  'turn-paused': 'The provider paused the turn, which goes on with the next request.',

  // Policies
  'service-token': 'A service token was removed from the text.',
  'repetition-suppressed': 'Repeated text was suppressed.',
  'reasoning-capped': 'The reasoning reached its cap.',
  'reasoning-after-answer': 'Reasoning came after the answer and is not shown.',
  'reasoning-in-answer': 'The answer contains a delimiter of reasoning.',
  'commentary-in-answer': 'The answer contains markup of commentary.',
  'mixed-markup': 'The answer contains a fragment with markup of several channels.',
  'reasoning-repeated': 'The answer repeats the beginning of the reasoning.',
  'reasoning-overlap': 'The answer repeats long runs of the reasoning.',
  'answer-guarded': 'The guard withheld text of the answer.',

  // Budgets
  'budget-warning': 'Most of a reasoning budget is used.',
  'budget-exceeded': 'A reasoning budget is used up.',
  rescued: 'Thinking used all of the output; the request was sent again with less thinking.',

  // Pipeline
  'reasoning-stopped': 'A governor stopped the reasoning.',
  aborted: 'A governor ended the generation.',
  'reasoning-only': 'The model reasoned and ended its turn without an answer.',
  'after-turn-end': 'Text after the end of the turn was left out.',
  'observer-failed': 'An observer threw and was removed.',
} as const

export type KnownWarningCode = keyof typeof warningCodes

/** A code of ours, or a third party's own (`name/code`). */
export type WarningCode = KnownWarningCode | `${string}/${string}`
