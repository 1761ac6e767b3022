import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1, 'must not be empty'))

/** A delimiter: literal text, or literal text around a name that varies, of letters, digits, `_`, `-` and `.`. */
const tag = z.union([text, z.strictObject({ prefix: text, suffix: text })], 'must be a text, or { prefix, suffix }')
const tags = z.union([tag, z.array(tag)], 'must be a text, { prefix, suffix }, or a list of these')
const texts = z.union([text, z.array(text)], 'must be a text, or a list of texts')

const trimRules = ['beforeOpen', 'afterOpen', 'beforeClose', 'afterClose', 'newline1BeforeClose', 'newline1AfterClose'] as const
export type TrimRule = (typeof trimRules)[number]

/** Accepts `before-open` for `beforeOpen`. */
const trimRule = z.pipe(
  z.pipe(
    z.string(),
    z.transform((rule: string) => rule.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  ),
  z.enum(trimRules),
)

/** The format of reasoning, and how to treat it. Omitted options have the default named here. */
export const formatOptions = z.strictObject({
  /** Delimiters that open reasoning. `null`: none, as with a final-answer marker. Default: the common thinking tags. */
  startTag: z.optional(z.nullable(tags)),
  /** Delimiters that end reasoning. Default: the opening tags with a slash. */
  endTag: z.optional(
    z.union(
      [tag, z.array(tag).check(z.minLength(1, 'must not be empty'))],
      'must be a text, { prefix, suffix }, or a list of one or more of these',
    ),
  ),
  /**
   * Whether the delimiters of all models count beside these tags: the common thinking tags, and tokens that only a template can have written. Default:
   * only if neither `startTag` nor `endTag` is given.
   */
  commonTags: z.optional(z.boolean()),
  /** Whether the prompt has opened the reasoning. `hold`: unknown, so text is held until a delimiter decides. Default false. */
  startsInReasoning: z.optional(z.union([z.boolean(), z.literal('hold')], 'must be true, false or "hold"')),
  /** `leading`: an opening tag counts only before any answer text. Default `anywhere`. */
  opener: z.optional(z.enum(['anywhere', 'leading'])),
  /** `single`: after the first block everything is answer, including tags. Default `multi`. */
  blocks: z.optional(z.enum(['multi', 'single'])),
  /** `depth`: opening tags inside reasoning need their own closing tags. Default `flat`: the first closing tag ends it. */
  nesting: z.optional(z.enum(['flat', 'depth'])),
  /**
   * Treatment of a closing tag outside reasoning. `drop` (default): removed, with a warning. `literal`: text. `reclassify`: the text before the first one
   * was reasoning, so all text is held until then.
   */
  orphanClose: z.optional(z.enum(['drop', 'literal', 'reclassify'])),
  /** Channel of a block that is never closed. `answer` holds each block until it is closed. Default `reasoning`. */
  unclosed: z.optional(z.enum(['reasoning', 'answer'])),

  /** Text that ends reasoning without a closing tag, because a tool call begins. The text stays in the answer, verbatim. */
  toolOpeners: z.optional(texts),
  /** Ends of the tool call's text, after which splitting continues. Default none: the call extends to the end. */
  toolClosers: z.optional(texts),
  /** Texts of which one must follow a tool opener, after any whitespace, for it to count. Default: it always counts. */
  toolLookahead: z.optional(texts),
  /** Channel of text after a call that interrupted reasoning. `answer` (default), or `hold`: unknown, so the text is held until a delimiter decides. */
  afterTool: z.optional(z.enum(['answer', 'hold'])),
  /**
   * Meaning of a closing tag before any text. `block` (default): it closes a block like any other. `hold`: it means nothing, and the text after it is held
   * until a delimiter decides.
   */
  emptyStart: z.optional(z.enum(['block', 'hold'])),

  /** Text that may follow the opening tag, or begin an answer after a block, and belongs to neither. Default none. */
  startLabel: z.optional(texts),
  /** Tokens that begin the answer, which are removed everywhere, and end open reasoning. Default none. */
  answerTokens: z.optional(tags),
  /** Tokens around the answer that are removed anywhere in it. Default none. */
  contentStrip: z.optional(texts),
  /** Service tokens that are removed from the answer. Default none. */
  stripTokens: z.optional(texts),
  /** Wrappers with ordinary names, such as `<response>`, removed only at the beginning of the answer. Default none. */
  answerOpen: z.optional(texts),
  /** Ends of wrappers, removed once after an `answerOpen`. Default none. */
  answerClose: z.optional(texts),

  /** Delimiters in Markdown code in the answer are text. Default false. */
  codeAware: z.optional(z.boolean()),
  /** Delimiters in Markdown code in reasoning are text. An unclosed fence hides the closing tag. Default false. */
  codeAwareReasoning: z.optional(z.boolean()),
  /** Accepts `<THINK>`. Default: for tags with ordinary names, if no `startTag` or `endTag` is given. */
  caseInsensitive: z.optional(z.boolean()),
  /** Accepts `<think signature="…">`. Default false. */
  tagAttributes: z.optional(z.boolean()),
  /** Accepts `< think >`. Default false. */
  tagWhitespace: z.optional(z.boolean()),
  /** `start`: a closer counts only at the start of a line, after optional blanks. `whole`: only alone on its line. Default: anywhere. */
  markerLine: z.optional(z.enum(['start', 'whole'])),
  /** `last`: the last closer counts, so all text after the first one is held. Default `first`. */
  markerOccurrence: z.optional(z.enum(['first', 'last'])),

  /** Text inserted between non-empty reasoning segments and between non-empty answer segments. Default: none. */
  separator: z.optional(z.string()),
  /** Whitespace to remove beside delimiters. `newline1`: exactly one line feed. Default: none. */
  trim: z.optional(z.array(trimRule)),
  /** Limit of text that the waiting modes hold, in UTF-16 units. Integer, 1 or more. Default 100,000. */
  maxHeldChars: z.optional(z.int().check(z.gte(1, 'must be 1 or more'))),
  /** Channel of held text at that limit or at the timeout. Default `reasoning`: nothing doubtful is shown. */
  onHoldLimit: z.optional(z.enum(['reasoning', 'answer'])),
  /** Limit of a tag with whitespace or attributes, in UTF-16 units. Default 1024. */
  maxTagChars: z.optional(z.int().check(z.gte(1, 'must be 1 or more'))),
  /** False: everything is answer, verbatim. Default true. */
  enabled: z.optional(z.boolean()),
})

export type FormatOptions = z.output<typeof formatOptions>
export type Tag = z.output<typeof tag>
