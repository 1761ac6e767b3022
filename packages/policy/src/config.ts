import * as z from 'zod/mini'

const share = z.number().check(z.minimum(0), z.maximum(1))
const whole = z.int().check(z.nonnegative())
const positive = z.int().check(z.positive())
const phase = z.int().check(z.minimum(0), z.maximum(4))

/** An object all of whose keys have defaults, and so has a default itself. */
const group = <S extends z.core.$ZodShape>(shape: S) => z.prefault(z.strictObject(shape), {} as never)

const postproc = group({
  /** Whether the text of a generation is changed at all. */
  enabled: z._default(z.boolean(), true),
  /** Take out residual service tokens, by the passport's exact list. */
  service_tokens: z._default(z.boolean(), true),
  reasoning: group({
    /** Most reasoning tokens, four characters each. Absent: no cap. */
    max_tokens: z.optional(whole),
    /** What becomes of the rest: it is suppressed, passed on as answer, or the upstream is asked for an answer. */
    action: z._default(z.enum(['suppress', 'answer', 'stop']), 'suppress'),
    /** Most milliseconds of reasoning before the upstream is asked for an answer. Absent: no cap. */
    max_ms: z.optional(whole),
    /** Reasoning is null in the final result and in the history. */
    drop_from_history: z._default(z.boolean(), true),
  }),
  /** Suppression of repeated runs of words. Absent: off. */
  ngram: z.optional(
    z.strictObject({
      /** Fewest words of a run. */
      n: z._default(positive, 3),
      /** Words that are looked at; a run and its copy fit in it. */
      window: z._default(z.int().check(z.minimum(2)), 128),
    }),
  ),
  collapse: group({
    /** Collapse runs of blanks and empty lines, never in code. */
    whitespace: z._default(z.boolean(), false),
  }),
  leak_guard: group({
    /** Whether the answer is compared with the reasoning. */
    enabled: z._default(z.boolean(), true),
    action: z._default(z.enum(['report', 'mask', 'hold']), 'report'),
    /** Under `report`, what is done about exact delimiters of reasoning: they are taken out of the answer, or only reported. */
    residue: z._default(z.enum(['remove', 'report']), 'remove'),
    /** Share of the answer's 8-word runs from which on it is a leak. */
    threshold: z._default(share, 0.35),
    /** Fewest 8-word runs of an answer that is judged by their share. */
    min_grams: z._default(positive, 16),
    /** Most UTF-16 units that wait under `hold`. */
    max_held_chars: z._default(positive, 65_536),
    /** Stands for what was masked or withheld. */
    mask_text: z._default(z.string(), '[…]'),
  }),
})

const harmony = group({
  channels_parser: group({
    /** Split the channels of Harmony models. */
    enabled: z._default(z.boolean(), true),
    /** Most milliseconds that text of an unknown format waits for its first channel token. */
    fallback_on_timeout_ms: z._default(whole, 600),
    /** Tokens, four characters each, without a channel token after which the fallback is taken. */
    min_tokens_before_fallback: z._default(whole, 32),
    /** Without a final message the answer is empty and the outcome `no-final`. */
    require_final_channel: z._default(z.boolean(), true),
    /** Commentary of finished turns is not in the history. */
    drop_commentary_from_history: z._default(z.boolean(), true),
    /** End the answer at `<|return|>` or `<|call|>`, and close the upstream. False for servers that send several turns in one answer. */
    stop_at_turn_end: z._default(z.boolean(), true),
  }),
})

/** What operators configure. Keys are those that they know; unknown ones are refused. */
export const policyConfig = z.strictObject({
  llm: group({
    postproc,
    prompt: group({
      harmony: group({
        /** Write prompts of Harmony models in Harmony, for upstreams that take bare text. */
        enabled: z._default(z.boolean(), false),
      }),
    }),
    harmony,
    reasoning_ratio: group({
      alert: group({
        /** Share of reasoning tokens above which an alert is raised. Absent: none. */
        above: z.optional(share),
        /** Share below which one is raised. Absent: none. */
        below: z.optional(share),
      }),
    }),
    marker: group({
      /** 0 marker only, 1 parser counts beside it, 2 parser with the directive as a safety net, 3 no directive for Harmony models, 4 no marker. Or by model pattern. */
      phase: z._default(z.union([phase, z.record(z.string(), phase)], 'must be a phase from 0 to 4, or one for each pattern of models'), 3),
    }),
  }),
})

/** What the code reads. */
export type PolicyConfig = z.output<typeof policyConfig>

/** What a user writes, nested; dotted keys may stand for nested ones anywhere (`"llm.postproc.ngram.n": 3`). */
export type PolicyOptions = z.input<typeof policyConfig> | Readonly<Record<string, unknown>>
