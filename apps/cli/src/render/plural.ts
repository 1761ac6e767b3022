/** `1 character`, `2 characters`. */
export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
