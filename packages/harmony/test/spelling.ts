import type { Spelling } from '@reason/conformance'

/** How gpt-oss writes a thought and an answer, behind its usual prompt. */
export const spelling: Spelling = {
  open: '<|channel|>analysis<|message|>',
  close: '<|end|><|start|>assistant<|channel|>final<|message|>',
  end: '<|return|>',
  prompt: '<|start|>assistant<|channel|>analysis<|message|>',
  call: '<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"x":1}<|call|>',
}

/** The same where the server took the tokens out of the output. */
export const stripped: Spelling = { open: 'analysis', close: 'assistantfinal', prompt: spelling.prompt! }
