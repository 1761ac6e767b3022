import type { Family } from '@reason/think-tags'

/** A row of the family table that is generated from chat templates. */
export interface Row extends Pick<Family, 'id' | 'models' | 'openedBy'> {
  /** Names of templates. Several templates are versions of one family, and their lists are united. Default: the id. */
  templates?: readonly string[]
  /** Tokens of the tokenizer that no template writes. */
  tokens?: readonly string[]
  /** Fields that the templates lack or leave incomplete. A later override wins. */
  overrides?: readonly Override[]
}

type Overridable = Omit<Family, 'id' | 'models' | 'openedBy' | 'fallback' | 'options'>

/** Fields that replace those of a template. Options are set one by one; service tokens are added. `undefined` removes a field. */
export type Override = { [Key in keyof Overridable]?: Overridable[Key] | undefined } & {
  options?: Partial<Family['options']>
  /** Reason why the templates are not enough. */
  because: string
}

/** Two patterns that match a name only at its beginning, so that `ring` does not match `string`. `*name*` matches anywhere. */
export const beginning = (name: string): readonly string[] => [`${name}*`, `*_${name}*`]

/** End-of-text token of ChatML tokenizers. */
export const chatMl = ['<|endoftext|>'] as const
