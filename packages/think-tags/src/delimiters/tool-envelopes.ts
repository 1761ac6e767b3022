import { barCall, makersCall } from './call-token.ts'
import { dsmlTag } from './dsml-tag.ts'
import { calledName, functionTag, namedTag } from './function-tag.ts'
import { followedBy, goesOnWithout, literal, wordBetween, type Matcher } from '../matching/matcher.ts'

/** Delimiters of a call in a model's text. Without closers, the call extends to the end of the text. */
export interface ToolEnvelope {
  opener: string | Matcher
  closers: readonly (string | Matcher)[]
  /** Texts of which one must follow the opener for it to count. Default: the opener always counts. */
  lookahead?: readonly (string | Matcher)[]
}

const envelope = (opener: string | Matcher, ...closers: (string | Matcher)[]): ToolEnvelope => ({ opener, closers })

/** An ordinary tag, which prose may mention, so it counts only before a call. */
const tag = (name: string, ...lookahead: (string | Matcher)[]): ToolEnvelope => ({
  opener: `<${name}>`,
  closers: [`</${name}>`],
  lookahead,
})

/** Beginnings of a call, by which its outer tag counts: JSON, and the tags of several makers, which models mix up. */
const callBodies = ['{', '[', '<function=', '<invoke', '<name>', '<tool_name>', '<function_name>', '<invoke_name>']

/** The tag that most models share, before JSON in the style of Hermes, Qwen's XML, or GLM's name with its arguments. */
export const sharedTag = tag('tool_call', ...callBodies, '<parameters>', calledName('<arg_key>', '</tool_call>', '{', '('))

const dsmlNames = ['function_calls>', 'tool_calls>', 'calls>', 'invoke']

/**
 * Envelopes whose opener only a template can have written. They end reasoning of every model, because versions of a family use each other's envelopes,
 * and models omit the section around a call. Sources: chat templates of the families, and the parsers of vLLM, SGLang and llama.cpp.
 */
export const tokenEnvelopes: readonly ToolEnvelope[] = [
  // DeepSeek. A call may come without its section.
  envelope('<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  envelope('<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'),
  ...dsmlNames.map((name) => envelope(dsmlTag(name, 'opening'), dsmlTag(name === 'invoke' ? 'invoke>' : name, 'closing'))),
  envelope(followedBy(dsmlTag('', 'opening'), goesOnWithout(dsmlNames.map(literal)))),
  // Kimi.
  envelope('<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'),
  envelope('<|tool_call_begin|>', '<|tool_call_end|>'),
  envelope('<|open|>tools<|sep|>', '<|close|>tools<|sep|>'),
  // Hunyuan: with the suffix of its checkpoint.
  envelope(wordBetween('<tool_calls:', '>'), wordBetween('</tool_calls:', '>')),
  envelope(wordBetween('<tool_call:', '>'), wordBetween('</tool_call:', '>')),
  // Inkling, with the tool's name before the opener.
  envelope('<|content_invoke_tool_json|>', '<|end_message|>'),
  envelope('<|content_invoke_tool_text|>', '<|end_message|>'),
  // Other families, each with its own tokens.
  envelope('<|START_ACTION|>', '<|END_ACTION|>'),
  { opener: '<|action_start|>', closers: ['<|action_end|>'], lookahead: ['<|plugin|>', '<|interpreter|>'] },
  envelope('<|plamo:begin_tool_requests:plamo|>'),
  envelope('<|tool_call>', '<tool_call|>'),
  { opener: '<|tools_prefix|>', closers: ['<|tools_suffix|>'], lookahead: callBodies },
  envelope('<longcat_tool_call>', '</longcat_tool_call>'),
  envelope('<｜tool_calls_begin｜>', '<｜tool_calls_end｜>'),
  envelope('[TOOL_CALLS]'),
  envelope('[unused11]', '[unused12]'),
  envelope('<start_function_call>', '<end_function_call>'),
  envelope('<|python_tag|>'),
  // Envelopes that no known maker writes yet: `<acme:tool_call>`, `<|begin_of_tool_calls|>`. A name with `_` may be of another tag.
  envelope(makersCall('<', ':|'), makersCall('</', ':|')),
  { opener: makersCall('<', '_'), closers: [makersCall('</', '_')], lookahead: [...callBodies, calledName('<arg_key>')] },
  envelope(barCall('opening'), barCall('closing')),
  { opener: barCall('plain'), closers: [barCall('closing')], lookahead: ['{"name"', '{ "name"', '[{"name"'] },
  sharedTag,
  tag('tool_calls', ...callBodies, '<tool_call>'),
  tag('function_calls', ...callBodies, '<function_call>', calledName('(')),
  tag('TOOLCALL', '[', '{'),
  ...['function_call', 'function_invocation', 'tool_invocation', 'invocation', 'tool_use'].map((name) => tag(name, ...callBodies)),
  tag('function', '<name>'),
  // MiniMax, where a service has rewritten its calls.
  { opener: '[TOOL_CALL]', closers: ['[/TOOL_CALL]'], lookahead: ['{'] },
  tag('use_mcp_tool', '<server_name>'),
  // Calls without the section around them.
  { opener: functionTag, closers: ['</function>\n</tool_call>', '</function>'], lookahead: ['<parameter=', '</function>'] },
  { opener: namedTag('function'), closers: ['</function>'], lookahead: ['<param', '</function>'] },
  { opener: namedTag('invoke'), closers: ['</invoke>'], lookahead: ['<'] },
]

/** A token whose first character is common in text, which would be held each time. Used only for unknown models, as is the envelope with it. */
export const rareTokens: readonly string[] = [']<]minimax[>[']
export const rareEnvelopes: readonly ToolEnvelope[] = rareTokens.map((token) => envelope(`${token}<tool_call>`, `${token}</tool_call>`))
