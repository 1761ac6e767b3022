/**
 * Lines that a client puts at the top of its instructions for Anthropic's accounting, like headers:
 * `x-anthropic-billing-header: cc_version=…; cch=36ee5;`. The lines change with each request, so that no prompt cache of
 * another provider would match.
 */
const lines = /^(?:x-anthropic-[\w-]+:[^\n]*(?:\n+|$))+/

export const hasClientLines = (text: string): boolean => lines.test(text)

export const withoutClientLines = (text: string): string => text.replace(lines, '')
