/** Moonshot's models from before all of them thought. What is newer than this list does. */
export const kimisWithoutThinking: readonly string[] = [
  'moonshot-v1*',
  '*kimi-k2',
  '*kimi-k2-0711*',
  '*kimi-k2-0905*',
  '*kimi-k2-instruct*',
  '*kimi-k2-preview*',
  '*kimi-k2-turbo*',
]
