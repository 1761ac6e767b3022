import * as z from 'zod/mini'
import { families } from './families/index.ts'
import { familyIds } from './families/family.ts'

const text = z.string().check(z.minLength(1, 'must not be empty'))

/** A delimiter: literal text, or literal text around hexadecimal digits that differ each time. */
const tag = z.union([text, z.strictObject({ prefix: text, suffix: text })], 'must be a text, or { prefix, suffix }')
const tags = z.union([tag, z.array(tag)], 'must be a text, { prefix, suffix }, or a list of these')
const texts = z.union([text, z.array(text)], 'must be a text, or a list of texts')

const trimRules = ['beforeOpen', 'afterOpen', 'beforeClose', 'afterClose', 'newline1BeforeClose', 'newline1AfterClose'] as const
export type TrimRule = (typeof trimRules)[number]

/** `before-open` is the same as `beforeOpen`. */
const trimRule = z.pipe(
  z.pipe(
    z.string(),
    z.transform((rule: string) => rule.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  ),
  z.enum(trimRules),
)

/** How reasoning is written, and what is to be made of it. What is not given has the default named here. */
const formatOptions = z.strictObject({
  /** What opens reasoning. `null`: nothing does, as with a final-answer marker. Default: the common thinking tags. */
  startTag: z.optional(z.nullable(tags)),
  /** What ends it. Default: the opening tags with a slash. */
  endTag: z.optional(
    z.union(
      [tag, z.array(tag).check(z.minLength(1, 'must not be empty'))],
      'must be a text, { prefix, suffix }, or a list of one or more of these',
    ),
  ),
  /**
   * Whether what every model may write counts beside these tags: the common thinking tags, and tokens that only a template can have written.
   * Default: only where neither `startTag` nor `endTag` is given.
   */
  commonTags: z.optional(z.boolean()),
  /** Whether the prompt has opened the reasoning. `hold`: unknown; text is held until a delimiter decides. Default false. */
  startsInReasoning: z.optional(z.union([z.boolean(), z.literal('hold')], 'must be true, false or "hold"')),
  /** `leading`: an opening tag counts only before any answer text. Default `anywhere`. */
  opener: z.optional(z.enum(['anywhere', 'leading'])),
  /** `single`: after the first block everything is answer, tags too. Default `multi`. */
  blocks: z.optional(z.enum(['multi', 'single'])),
  /** `depth`: opening tags inside reasoning need their own closing tags. Default `flat`: the first closing tag ends it. */
  nesting: z.optional(z.enum(['flat', 'depth'])),
  /**
   * A closing tag outside reasoning. `drop` (default): removed, with a warning. `literal`: text. `reclassify`: the text before the
   * first one was reasoning, for which everything is held until then.
   */
  orphanClose: z.optional(z.enum(['drop', 'literal', 'reclassify'])),
  /** What a block becomes that is never closed. `answer` holds each block until it is closed. Default `reasoning`. */
  unclosed: z.optional(z.enum(['reasoning', 'answer'])),

  /** Text that ends reasoning without a closing tag, because a tool call begins. It stays in the answer, verbatim. */
  toolOpeners: z.optional(texts),
  /** What ends the tool call's text, so that splitting goes on behind it. Default none: the rest of the text is the call's. */
  toolClosers: z.optional(texts),
  /** A tool opener counts only if one of these follows, after any whitespace. Default: it always counts. */
  toolLookahead: z.optional(texts),
  /**
   * The channel of text that follows a call which interrupted reasoning. `answer` (default), or `hold`: unknown; the text is held
   * until a delimiter decides.
   */
  afterTool: z.optional(z.enum(['answer', 'hold'])),
  /**
   * Meaning of a closing tag before any text. `block` (default): it closes a block like any other. `hold`: it means nothing, and the
   * text after it is held until a delimiter decides.
   */
  emptyStart: z.optional(z.enum(['block', 'hold'])),

  /** Text that may follow the opening tag, or stand first in an answer behind a block, and is neither. Default none. */
  startLabel: z.optional(texts),
  /** Tokens that begin the answer: removed wherever they stand, and they end reasoning that is open. Default none. */
  answerTokens: z.optional(texts),
  /** Tokens around the answer that are removed wherever they stand in it. Default none. */
  contentStrip: z.optional(texts),
  /** Service tokens that are removed from the answer. Default none. */
  stripTokens: z.optional(texts),
  /** Wrappers with ordinary names, such as `<response>`: removed only where the answer begins with them. Default none. */
  answerOpen: z.optional(texts),
  /** Removed once after an `answerOpen`. Default none. */
  answerClose: z.optional(texts),

  /** Delimiters in Markdown code in the answer are text. Default false. */
  codeAware: z.optional(z.boolean()),
  /** The same in reasoning. An unclosed fence hides the closing tag. Default false. */
  codeAwareReasoning: z.optional(z.boolean()),
  /** `<THINK>`. Default: for tags with ordinary names, where no `startTag` or `endTag` is given. */
  caseInsensitive: z.optional(z.boolean()),
  /** `<think signature="…">`. Default false. */
  tagAttributes: z.optional(z.boolean()),
  /** `< think >`. Default false. */
  tagWhitespace: z.optional(z.boolean()),
  /** `start`: a closer counts only at the start of a line, whatever blanks are before it; `whole`: only alone on its line. Default: anywhere. */
  markerLine: z.optional(z.enum(['start', 'whole'])),
  /** `last`: the last closer counts, for which all text after the first is held. Default `first`. */
  markerOccurrence: z.optional(z.enum(['first', 'last'])),

  /** Put between non-empty reasoning segments and between non-empty answer segments. Default: nothing. */
  separator: z.optional(z.string()),
  /** Whitespace that is removed beside delimiters; `newline1`: exactly one line feed. Default: none. */
  trim: z.optional(z.array(trimRule)),
  /** Most text that the modes hold which must wait for more, in UTF-16 units. Integer, 1 or more. Default 100,000. */
  maxHeldChars: z.optional(z.int().check(z.gte(1, 'must be 1 or more'))),
  /** What held text becomes at that limit or when time runs out. Default `reasoning`: nothing doubtful is shown. */
  onHoldLimit: z.optional(z.enum(['reasoning', 'answer'])),
  /** Longest tag with whitespace or attributes, in UTF-16 units. Default 1024. */
  maxTagChars: z.optional(z.int().check(z.gte(1, 'must be 1 or more'))),
  /** False: everything is answer, verbatim. Default true. */
  enabled: z.optional(z.boolean()),
})

/** Options of the think-tags adapter. What is not given comes from the model's family, else it has its default. */
export const thinkTagsOptions = z
  .extend(formatOptions, {
    /** A row of the family table, by its id. Wins over `model`. */
    family: z.optional(z.enum(familyIds(families))),
    /** A model's name in any spelling (file, repository, tag), to find its family by. */
    model: z.optional(z.string()),
  })
  .check(
    z.refine(({ startTag, endTag }) => endTag !== undefined || (startTag !== null && !(Array.isArray(startTag) && startTag.length === 0)), {
      path: ['endTag'],
      error: 'is needed if nothing opens the reasoning: name the tag or marker that ends it',
    }),
  )

/** What users write. */
export type ThinkTagsOptions = z.input<typeof thinkTagsOptions>
/** What was checked. */
export type CheckedOptions = z.output<typeof thinkTagsOptions>
export type FormatOptions = z.output<typeof formatOptions>
export type Tag = z.output<typeof tag>
