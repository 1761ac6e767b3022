import type { ThinkTagsOptions } from '../src/index.ts'

/** What the modes below give a meaning. */
export const tags = ['<think>', '</think>', '<tool_call>', '</tool_call>', '<function=', '<answer>', '</answer>', '<|im_end|>', 'thought\n']
const tools: ThinkTagsOptions = { toolOpeners: '<tool_call>' }
const allTrims: ThinkTagsOptions = { trim: ['beforeOpen', 'afterOpen', 'beforeClose', 'afterClose'] }
const newlines: ThinkTagsOptions = { trim: ['newline1BeforeClose', 'newline1AfterClose'] }

/** Each mode alone and together with those it shares state with. */
export const modes: Record<string, ThinkTagsOptions> = {
  'the defaults': {},
  'a start in reasoning': { startsInReasoning: true, ...tools },
  'a start in reasoning with trimming': { startsInReasoning: true, ...allTrims, ...tools },
  'one newline': { startsInReasoning: true, ...newlines },
  'one newline and an answer that leads': { ...newlines, opener: 'leading', ...tools },
  'a leading opener': { opener: 'leading', orphanClose: 'literal' },
  'a leading opener, trimmed': { opener: 'leading', ...allTrims },
  'a single block': { opener: 'leading', blocks: 'single', trim: ['afterOpen', 'afterClose'] },
  depth: { nesting: 'depth', ...tools },
  'depth from the start': { nesting: 'depth', startsInReasoning: true, ...allTrims },
  'orphans as text': { orphanClose: 'literal' },
  'orphans that reclassify': { orphanClose: 'reclassify', ...tools },
  'an unknown start': { startsInReasoning: 'hold', ...tools },
  'an unknown start and a small limit': { startsInReasoning: 'hold', maxHeldChars: 9 },
  'an unknown start, a small limit and an answer then': {
    startsInReasoning: 'hold',
    maxHeldChars: 9,
    onHoldLimit: 'answer',
    opener: 'leading',
  },
  'unclosed is answer': { unclosed: 'answer', stripTokens: '<|im_end|>', ...tools },
  'unclosed is answer, from the start, with a small limit': { unclosed: 'answer', startsInReasoning: true, maxHeldChars: 7, ...allTrims },
  'unclosed is answer with depth': { unclosed: 'answer', nesting: 'depth', separator: '\n' },
  'a tool that must be followed': { ...tools, toolLookahead: ['<function=', '{'], startsInReasoning: true },
  'tools that end': { ...tools, toolClosers: '</tool_call>', startsInReasoning: true },
  'a label': { startLabel: 'thought\n', startsInReasoning: true, trim: ['afterOpen'] },
  'a label and a separator': { startLabel: 'thought\n', separator: '--' },
  wrappers: { contentStrip: ['<answer>', '</answer>'], stripTokens: '<|im_end|>', ...allTrims },
  'wrappers where the answer begins': { answerOpen: ['<answer>', '\n<answer>\n'], answerClose: '</answer>', separator: '|' },
  'a leading opener with wrappers': { answerOpen: '<answer>', answerClose: '</answer>', opener: 'leading', ...tools },
  'code in the answer': { codeAware: true, ...tools },
  'code in both, with a small limit': { codeAware: true, codeAwareReasoning: true, maxHeldChars: 12, startsInReasoning: true },
  'code and an unknown start': { codeAware: true, codeAwareReasoning: true, startsInReasoning: 'hold' },
  'any case': { caseInsensitive: true },
  'any spelling': { caseInsensitive: true, tagAttributes: true, tagWhitespace: true, maxTagChars: 40 },
  aliases: { startTag: ['<think>', '<thinking>', '<think>\n'], endTag: ['</think>', '</thinking>', '\n</think>\n<answer>\n'] },
  'aliases with depth': { startTag: ['<think>', '<thinking>'], nesting: 'depth', startsInReasoning: true },
  'a marker': { startTag: null, endTag: '</think>', startsInReasoning: true, ...allTrims },
  'a marker on its own line': { startTag: null, endTag: '</think>', startsInReasoning: true, markerLine: 'whole' },
  'a marker at the start of a line, the last': {
    startTag: null,
    endTag: '</think>',
    startsInReasoning: true,
    markerLine: 'start',
    markerOccurrence: 'last',
    ...newlines,
  },
  'the last marker within a limit': {
    startTag: null,
    endTag: '</think>',
    startsInReasoning: true,
    markerOccurrence: 'last',
    maxHeldChars: 11,
  },
  'the last marker, an answer at the limit': {
    startTag: null,
    endTag: '</think>',
    startsInReasoning: true,
    markerOccurrence: 'last',
    maxHeldChars: 11,
    onHoldLimit: 'answer',
    markerLine: 'whole',
    unclosed: 'answer',
  },
  'a line rule and an unknown start': { startsInReasoning: 'hold', markerLine: 'whole', maxHeldChars: 30, ...tools },
  'a marker that an engine makes up': { startTag: '<think>', endTag: { prefix: '</th', suffix: 'nk>' } },
  disabled: { enabled: false },
}
