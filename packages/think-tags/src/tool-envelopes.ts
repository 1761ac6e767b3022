import { dsmlTag } from './dsml-tag.ts'
import { calledName, functionTag, namedTag } from './function-tag.ts'
import { wordBetween, type Matcher } from './matcher.ts'

/** How models write a call into their text: what opens it, and what ends it. Without an end the rest of the text is the call's. */
export interface ToolEnvelope {
  opener: string | Matcher
  closers: readonly (string | Matcher)[]
  /** The opener counts only in front of one of these. Default: it always counts. */
  lookahead?: readonly (string | Matcher)[]
}

const envelope = (opener: string | Matcher, ...closers: (string | Matcher)[]): ToolEnvelope => ({ opener, closers })

/** An ordinary tag, which prose may mention: it counts in front of a call. */
const tag = (name: string, ...lookahead: (string | Matcher)[]): ToolEnvelope => ({
  opener: `<${name}>`,
  closers: [`</${name}>`],
  lookahead,
})

/** What follows the tag that most models share: JSON in the manner of Hermes, Qwen's XML, or GLM's name with its arguments. */
export const sharedTag = tag('tool_call', '{', '<function=', calledName('<arg_key>', '</tool_call>'))

/**
 * Envelopes whose opener only a template can have written. They end reasoning of every model: versions of one family take over from each other, and
 * models leave the section out around a call. Sources: chat templates of the families, and the parsers of vLLM, SGLang and llama.cpp.
 */
export const tokenEnvelopes: readonly ToolEnvelope[] = [
  // DeepSeek. A call may come without its section.
  envelope('<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  envelope('<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'),
  ...['function_calls>', 'tool_calls>', 'calls>', 'invoke'].map((name) =>
    envelope(dsmlTag(name, 'opening'), dsmlTag(name === 'invoke' ? 'invoke>' : name, 'closing')),
  ),
  envelope(dsmlTag('', 'opening')),
  // Kimi.
  envelope('<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  envelope('<|tool_call_begin|>', '<|tool_call_end|>'),
  envelope('<|open|>tools<|sep|>', '<|close|>tools<|sep|>'),
  // Hunyuan: with the suffix of its checkpoint.
  envelope(wordBetween('<tool_calls:', '>'), wordBetween('</tool_calls:', '>')),
  envelope(wordBetween('<tool_call:', '>'), wordBetween('</tool_call:', '>')),
  // Inkling: the name of the tool stands before.
  envelope('<|content_invoke_tool_json|>', '<|end_message|>'),
  envelope('<|content_invoke_tool_text|>', '<|end_message|>'),
  // Others, each by its own tokens.
  envelope('<|START_ACTION|>', '<|END_ACTION|>'),
  { opener: '<|action_start|>', closers: ['<|action_end|>'], lookahead: ['<|plugin|>', '<|interpreter|>'] },
  envelope('<|plamo:begin_tool_requests:plamo|>'),
  envelope('<|tool_call_start|>', '<|tool_call_end|>'),
  envelope('<|tool_call:start|>', '<|tool_call:end|>'),
  envelope('<|tool_call>', '<tool_call|>'),
  envelope('<|tools_prefix|>', '<|tools_suffix|>'),
  envelope('<longcat_tool_call>', '</longcat_tool_call>'),
  envelope('<minimax:tool_call>', '</minimax:tool_call>'),
  envelope('<seed:tool_call>', '</seed:tool_call>'),
  envelope('<ifm|tool_calls>', '</ifm|tool_calls>'),
  envelope('<ifm|tool_call>', '</ifm|tool_call>'),
  envelope('<｜tool_calls_begin｜>', '<｜tool_calls_end｜>'),
  envelope('<atem:function_calls>', '</atem:function_calls>'),
  envelope('[TOOL_CALLS]'),
  envelope('[unused11]', '[unused12]'),
  envelope('<|tool_call|>'),
  sharedTag,
  tag('tool_calls', '[', '{', '<tool_call>'),
  tag('function_calls', '[', '<invoke', calledName('(')),
  tag('TOOLCALL', '[', '{'),
  // Without the section around it.
  { opener: functionTag, closers: ['</function>\n</tool_call>', '</function>'], lookahead: ['<parameter=', '</function>'] },
  { opener: namedTag('function'), closers: ['</function>'], lookahead: ['<param', '</function>'] },
  { opener: namedTag('invoke'), closers: ['</invoke>'], lookahead: ['<parameter name=', '</invoke>'] },
]

/** One whose first character stands in ordinary text, which would wait for the next one each time: only where the model is unknown. */
export const rareEnvelopes: readonly ToolEnvelope[] = [envelope(']<]minimax[>[<tool_call>')]
