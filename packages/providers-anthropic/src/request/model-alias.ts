/** Removes `-0` from a model name: `claude-sonnet-4-0` is an alias of the first version, whose usual name lacks it. */
export const canonicalModel = (model: string): string => model.replace(/^(.*claude-(?:opus|sonnet|haiku)-\d+)-0$/, '$1')
