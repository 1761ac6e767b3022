/** Expressions for words to avoid, and their remedies. The expressions see prose without code and addresses of links. */
export const words: readonly { found: RegExp; instead: string }[] = [
  { found: /\b(?:whoever|whomever|nobody|somebody|anybody)\b/i, instead: 'Name the person or the program.' },
  { found: /\b(?:is|are|was|were|be|been) told\b/i, instead: 'Write what it gets, receives or reads.' },
  { found: /\bwhat is (?:said|told|meant)\b/i, instead: 'Name the thing.' },
  { found: /\bbecomes? of\b/i, instead: 'Write "happens to".' },
  { found: /\b(?:begins?|learned|starts?) anew\b/i, instead: 'Write "starts again" or "resets".' },
  { found: /\bso (?:it is|do|does|are) (?:with|for|those|that)\b/i, instead: 'Write "the same holds for".' },
  { found: /\b(?:simply|easily|obviously|of course|basically|just)\b/i, instead: 'Leave it out.' },
  { found: /\b(?:utili[sz]e|leverage|in order to|due to the fact|prior to|a number of)\b/i, instead: 'Write a shorter word.' },
  { found: /\b(?:he|she|his|her|him)\b/i, instead: 'Name the person or the program.' },
]

/** Maximum number of words in a sentence. We aim at 25. */
export const longestSentence = 32

/** Maximum number of words in a table cell. */
export const longestCell = 22
