import type { Family } from '@reason/think-tags'

/** A row of the family table that follows from templates of the folder. */
export interface Row extends Pick<Family, 'id' | 'models' | 'openedBy'> {
  /** Names of templates. Of several, versions of one family, the lists are united. Default: the id. */
  templates?: readonly string[]
  /** Tokens of the tokenizer that no template writes. */
  tokens?: readonly string[]
  /** What the templates cannot say, or say too little of. A later one wins. */
  overrides?: readonly Override[]
}

type Overridable = Omit<Family, 'id' | 'models' | 'openedBy' | 'fallback' | 'options'>

/** Options are set one by one; service tokens are added. `undefined` takes away what a template says. */
export type Override = { [Key in keyof Overridable]?: Overridable[Key] | undefined } & {
  options?: Partial<Family['options']>
  /** Why the templates do not settle it. */
  because: string
}

/** `*name*` finds a name anywhere; these two find it only where a name begins, so that `ring` is not found in `string`. */
export const beginning = (name: string): readonly string[] => [`${name}*`, `*_${name}*`]

/** The end of a text, in tokenizers of ChatML. */
export const chatMl = ['<|endoftext|>'] as const
