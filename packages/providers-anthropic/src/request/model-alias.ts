/** `claude-sonnet-4-0` is an alias of the first version, which else is named without it. */
export const canonicalModel = (model: string): string => model.replace(/^(.*claude-(?:opus|sonnet|haiku)-\d+)-0$/, '$1')
