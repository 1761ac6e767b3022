/** Models whose services refuse a step of a tool loop if a message lacks its reasoning, whichever provider serves them. */
export const reasoningWantedBack = {
  models: [
    ...['v3.2', 'v4', '4.', 'flash'].map((version) => `*deepseek-${version}*`),
    '*kimi-k2-thinking*',
    ...[5, 6, 7, 8, 9].flatMap((minor) => [`*kimi-k2.${minor}*`, `*kimi-k2-${minor}*`]),
    '*kimi-k3*',
    '*mimo-v2*',
  ],
  whenMissing: 'empty',
  emptyWithToolsOnly: true,
  because: 'with tools, this model wants reasoning_content on every message of the assistant',
} as const
