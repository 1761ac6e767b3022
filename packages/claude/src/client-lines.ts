/**
 * Lines that a client puts at the top of its instructions for Anthropic's accounting, as headers: `x-anthropic-billing-header:
 * cc_version=…; cch=36ee5;`. They change from request to request, so that with them no prompt cache of another provider holds.
 */
const lines = /^(?:x-anthropic-[\w-]+:[^\n]*(?:\n+|$))+/

export const hasClientLines = (text: string): boolean => lines.test(text)

export const withoutClientLines = (text: string): string => text.replace(lines, '')
