import * as z from 'zod/mini'

const share = z.number().check(z.minimum(0), z.maximum(1))
const whole = z.int().check(z.nonnegative())
const positive = z.int().check(z.positive())
const phase = z.int().check(z.minimum(0), z.maximum(4))

/** An object whose keys all have defaults, so that the object has a default, too. */
const group = <S extends z.core.$ZodShape>(shape: S) => z.prefault(z.strictObject(shape), {} as never)

const postproc = group({
  /** Whether policies may change the text of a generation at all. */
  enabled: z._default(z.boolean(), true),
  /** Remove leftover service tokens, by the passport's exact list. */
  service_tokens: z._default(z.boolean(), true),
  reasoning: group({
    /** Limit of reasoning tokens, four characters each. Absent: no cap. */
    max_tokens: z.optional(whole),
    /** Treatment of reasoning past the cap: suppress it, pass it on as answer, or ask the upstream for an answer. */
    action: z._default(z.enum(['suppress', 'answer', 'stop']), 'suppress'),
    /** Limit of reasoning time in milliseconds, after which the upstream is asked for an answer. Absent: no cap. */
    max_ms: z.optional(whole),
    /** Set reasoning to null in the final result and in the history. */
    drop_from_history: z._default(z.boolean(), true),
  }),
  /** Suppression of repeated runs of words. Absent: off. */
  ngram: z.optional(
    z.strictObject({
      /** Minimum number of words in a run. */
      n: z._default(positive, 3),
      /** Number of words that are compared. A run and its copy have to fit. */
      window: z._default(z.int().check(z.minimum(2)), 128),
    }),
  ),
  collapse: group({
    /** Collapse runs of blanks and empty lines, except in code. */
    whitespace: z._default(z.boolean(), false),
  }),
  leak_guard: group({
    /** Whether the answer is compared with the reasoning. */
    enabled: z._default(z.boolean(), true),
    action: z._default(z.enum(['report', 'mask', 'hold']), 'report'),
    /** Under `report`: whether exact delimiters of reasoning are removed from the answer, or only reported. */
    residue: z._default(z.enum(['remove', 'report']), 'remove'),
    /** Minimum share of the answer's 8-word runs that counts as a leak. */
    threshold: z._default(share, 0.35),
    /** Minimum number of 8-word runs in an answer that is judged by their share. */
    min_grams: z._default(positive, 16),
    /** Limit of held text under `hold`, in UTF-16 units. */
    max_held_chars: z._default(positive, 65_536),
    /** Replaces masked or withheld text. */
    mask_text: z._default(z.string(), '[…]'),
  }),
})

const harmony = group({
  channels_parser: group({
    /** Split the channels of Harmony models. */
    enabled: z._default(z.boolean(), true),
    /** Limit of the time for which text of an unknown format waits for its first channel token, in milliseconds. */
    fallback_on_timeout_ms: z._default(whole, 600),
    /** Number of tokens, four characters each, without a channel token after which the fallback applies. */
    min_tokens_before_fallback: z._default(whole, 32),
    /** Without a final message, the answer is empty and the finish reason is `no-final`. */
    require_final_channel: z._default(z.boolean(), true),
    /** Omit the commentary of finished turns from the history. */
    drop_commentary_from_history: z._default(z.boolean(), true),
    /** End the answer at `<|return|>` or `<|call|>`, and close the upstream. False for servers that send several turns in one answer. */
    stop_at_turn_end: z._default(z.boolean(), true),
  }),
})

/** Operators' configuration, with its public keys. Unknown keys are rejected. */
export const policyConfig = z.strictObject({
  llm: group({
    postproc,
    prompt: group({
      harmony: group({
        /** Write prompts of Harmony models in Harmony, for upstreams that take plain text. */
        enabled: z._default(z.boolean(), false),
      }),
    }),
    harmony,
    reasoning_ratio: group({
      alert: group({
        /** Share of reasoning tokens above which an alert is raised. Absent: no alert. */
        above: z.optional(share),
        /** Share of reasoning tokens below which an alert is raised. Absent: no alert. */
        below: z.optional(share),
      }),
    }),
    marker: group({
      /**
       * 0 marker only, 1 parser counted beside it, 2 parser with the directive as a safety net, 3 no directive for Harmony models, 4 no marker. Or by model
       * pattern.
       */
      phase: z._default(z.union([phase, z.record(z.string(), phase)], 'must be a phase from 0 to 4, or one for each pattern of models'), 3),
    }),
  }),
})

/** The validated configuration, with defaults. */
export type PolicyConfig = z.output<typeof policyConfig>

/** A user's configuration: nested, or with dotted keys for nested ones anywhere (`"llm.postproc.ngram.n": 3`). */
export type PolicyOptions = z.input<typeof policyConfig> | Readonly<Record<string, unknown>>
