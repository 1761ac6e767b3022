/** Moonshot's models that cannot think. All newer models think. */
export const kimisWithoutThinking: readonly string[] = [
  'moonshot-v1*',
  '*kimi-k2',
  '*kimi-k2-0711*',
  '*kimi-k2-0905*',
  '*kimi-k2-instruct*',
  '*kimi-k2-preview*',
  '*kimi-k2-turbo*',
]

/** Models whose temperature, top_p and penalties are fixed. */
export const kimisWithFixedSampling: readonly string[] = [
  ...[5, 6, 7].flatMap((minor) => [`*kimi-k2.${minor}*`, `*kimi-k2-${minor}*`]),
  '*kimi-k3*',
  '*kimi-for-coding*',
]
