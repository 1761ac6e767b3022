/**
 * Every anomaly that our own packages report, with what was done about it.
 * `docs/warnings.md` lists the same codes; a test keeps the two equal.
 */
export const warningCodes = {
  // Delimiters (tags, markers)
  unclosed: 'The stream ended inside a reasoning block; the text stays reasoning.',
  'unclosed-as-answer': 'The stream ended inside a reasoning block; as configured, the text became the answer.',
  'orphan-close': 'A closing tag came outside a reasoning block; it was handled as configured.',
  'orphan-reclassified': 'A closing tag without an opening one made the text before it reasoning.',
  'tool-text': 'A tool call in text form was met; it stays verbatim in the answer channel.',
  'hold-limit': 'Held text reached its limit before the start was known; it was decided as documented.',
  'marker-missing': 'The final-answer marker never came.',

  // Choice of a format
  fallback: 'No structure came within the window or the time; the text is treated as the fallback says.',
  'late-structure': 'Structure came after the fallback; it is split from there on and not shown.',

  // Harmony
  'unlabelled-text': 'Text stood before any header.',
  'header-without-message': 'A header had no message token; its rest is the body.',
  'implicit-start': 'A message began without its start token.',
  'loose-text': 'Text stood between two messages; it was dropped or taken as a header.',
  'stray-token': 'A structural token stood where it means nothing; it was ignored.',
  'duplicate-channel': 'A header named more than one channel; any analysis marker makes it reasoning, else the last one counts.',
  'repeated-recipient': 'A header named more than one recipient; the first counts.',
  'unknown-channel': 'A channel with an unknown name; its text is hidden as reasoning.',
  'channel-in-role': 'A channel name stood where the role belongs; it was taken as the channel.',
  'missing-channel': 'A message had no channel; its text is the answer.',
  'odd-content-type': 'A content type that the format does not know; the channel stays as it is.',
  'unterminated-message': 'A message was not ended before the next one began.',
  'cut-header': 'The stream ended inside a header; nothing of it is shown.',
  'foreign-role': 'A message of another role than the assistant; it was dropped.',
  'no-structure': 'The stream had no structure at all; the text is the answer.',
  'odd-terminator': 'A message ended with a terminator that its kind does not use.',
  'resolved-tool': 'A malformed tool name was resolved to a tool that was offered.',

  // Wires
  'invalid-json': 'A frame was not JSON; it was kept as a native part.',
  'invalid-frame': 'A frame broke the rules of its framing; what could be read was read.',
  'unknown-event': 'An event of a kind that the format does not list; it was kept as a native part.',
  'wrong-type': 'A field had another type than the format says; it was ignored.',
  'duplicate-carrier': 'Reasoning came in two fields at once; it was taken once.',
  'raw-fallback': 'The server sent raw markup in place of parsed fields; it was split.',
  'missing-finish': 'The stream ended without a finish reason.',
  'late-part': 'Text came after the finish of its choice; it was kept.',
  'implausible-usage': 'A reported token count cannot be true.',
  'not-carried': 'The target format has no place for this; it was left out.',

  // Pipeline
  'reasoning-stopped': 'A governor stopped the reasoning.',
  aborted: 'A governor ended the generation.',
  'observer-failed': 'An observer threw; it was skipped from there on.',
} as const

export type KnownWarningCode = keyof typeof warningCodes

/** One of ours, or a third party's own (`name/code`). */
export type WarningCode = KnownWarningCode | `${string}/${string}`
