/** What the panel with the reasoning says. */
export const words = {
  reasoning: 'Reasoning',
  text: 'Text of the reasoning',
  thinking: 'Thinking',
  thought: 'Thought',
  thoughtSummary: 'Thought, in summary',
  stopped: 'Stopped while thinking',
  for: (time: string) => `for ${time}`,
  tokens: (shown: string, count: number) => `${shown} ${count === 1 ? 'token' : 'tokens'}`,
  estimated: 'Estimated: four characters are a token. Providers report the number at the end, if at all.',
  summary: 'The provider’s summary, not the model’s own words',
  hidden: 'not shown',
  hiddenWhy:
    'The model thinks, and its words are kept from this page: by the provider, by the gateway’s settings, by your key or by this request.',
  gone: 'gone',
  goneWhy: 'Reasoning is kept in memory only, for the last question. The trace may have it, redacted, where traces are kept.',
  copy: 'Copy',
  pin: 'Keep open',
  pinned: 'Kept open',
  pinHint: 'Panels stay open when the answer begins',
}
