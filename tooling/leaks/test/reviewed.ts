import type { LeakReason } from '@reason/policy'

/** Cases with an expected leak, and the reason. A leak in any other case is a fault. */
export const reviewed: Record<string, { leaks: LeakReason[]; anomalies?: Record<string, number>; because: string }> = {
  'unicode-analysis-final': {
    leaks: ['prefix_reappeared', 'ngram_overlap'],
    because: 'The same greeting in both channels: the model repeats its reasoning as answer.',
  },
  'dev-analysis-after-final': {
    leaks: ['post_final_analysis'],
    anomalies: { post_finalize_emission: 1 },
    because: 'An analysis message between two final ones. It is not shown.',
  },
  'ttv-olmo3-059': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 1 },
    because: 'The vector asks for nested tags to be read flat: the outer closing tag is left in the answer, and the guard takes it out.',
  },
  'ttv-olmo3-060': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 1 },
    because: 'The vector asks for a second closing tag to stay as text.',
  },
  'ttv-kimi-074': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 2 },
    because: 'The vector switches splitting off.',
  },
  'ttv-misc_open-096': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 2 },
    because: 'The vector splits at another tag; this one is text.',
  },
  'ttv-ollama-169': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 2 },
    because: 'The vector allows one block; the tags behind it are text.',
  },
  'ttv-ollama-170': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 2 },
    because: 'The vector allows a block only at the beginning; these tags come later.',
  },
  'ttv-quoting-194': {
    leaks: ['analysis_in_final'],
    anomalies: { analysis_token_emitted_as_delta: 1 },
    because: 'The answer speaks of the tag in a sentence, without quoting it as code; the guard lets it stand.',
  },
  'ttv-quoting-195': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 2 },
    because: 'The answer speaks of both tags, without quoting them as code.',
  },
  'ttv-unicode-204': {
    leaks: ['analysis_in_final', 'guard_block_final_token'],
    anomalies: { analysis_token_emitted_as_delta: 1 },
    because: 'The opening tag has an invisible character in it and is text; its closing tag stays as text, as the vector asks.',
  },
  'crusoe/pyai-crusoe-tool-calling-t1': {
    leaks: ['prefix_reappeared'],
    because: 'Reasoning and answer begin with the same words ("The weather in Paris is …"): the fact that both report.',
  },
  'ollama/rig-streaming-streaming-smoke': {
    leaks: ['ngram_overlap'],
    because: 'The reasoning drafts the answer, and the model gives nearly that draft.',
  },
}
